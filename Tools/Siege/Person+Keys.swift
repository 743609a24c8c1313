import Demo
import TestSite

/// What a person does with the ways in, in conversations of several answers of which one decides.
extension Person {
  /// Goes through a conversation, and notes in the ledger what came of the facts that it was about to make.
  ///
  /// - Parameter body: Sets the facts before the request that decides about them, and takes them back once it is known
  ///   that they happened, or did not.
  /// - Returns: `true` if nobody was told what became of them.
  private func converse(_ body: (inout [Fact]) async throws -> Void) async throws -> Bool {
    var deciding: [Fact] = []
    do { try await body(&deciding) } catch let interrupted as Conversation.Interrupted {
      switch interrupted.verdict {
      case .unknown where deciding.isEmpty, .done: break
      case .unknown:
        ledger.doubt(deciding)
        return true
      case .unchanged(let answer): note(unchanged: answer)
      case .refused(let answer): ledger.noteWronglyRefused("a conversation: \(answer.status) \(answer.text)")
      }
    }
    return false
  }

  /// Touches one of the account's keys that the conversation asks for.
  private mutating func touchOne(_ talk: inout Conversation, but other: Int? = nil) async throws {
    let asked = talk.asked, fitting = current.standingKeys.filter { asked.contains(current.keys[$0].id) && $0 != other }
    guard let index = pick(fitting) else { throw SiegeError("None of \(current.name)'s keys is asked for.") }
    try await talk.touch(current.keys[index].authenticator)
  }

  mutating func rename() async throws {
    guard let index = pick(current.standingKeys), let place = pick(current.signedIn) else { return }
    let key = current.keys[index].id, visitor = current.browsers[place].visitor
    let label = "key \(Int.random(in: 0..<1_000_000, using: &random))"
    var person = self
    let isInDoubt = try await converse { deciding in
      var talk = try await Conversation("renaming", about: key, by: visitor)
      try await talk.press("confirm")
      try await person.touchOne(&talk)
      deciding = [Fact(account: person.current.name, event: "key_renamed", credential: key)]
      try await talk.press("save", ["name": label])
      guard talk.isOver else { return }
      person.ledger.acknowledge(deciding)
      person.current.keys[index].label = label
    }
    self = person
    if isInDoubt { current.keys[index].label = nil }
  }

  /// Adds two keys and a paper, in four steps.
  mutating func enroll() async throws {
    guard let place = pick(current.signedIn) else { return }
    let visitor = current.browsers[place].visitor, name = current.name
    let keys = [DemoAuthenticator(isRoaming: true), DemoAuthenticator(isRoaming: true)]
    var person = self, made: [SiegeAccount.HeldKey] = [], words: [String]?
    _ = try await converse { deciding in
      var talk = try await Conversation("enrollment", by: visitor)
      try await talk.press("confirm")
      try await person.touchOne(&talk)
      for (number, key) in keys.enumerated() {
        let label = "key of step \(number + 1)", id = try await talk.touch(key)
        made.append(.init(authenticator: key, id: id, standing: .unknown, label: label))
        if number == 1 { deciding = [Fact(account: name, event: "key_enrolled", credential: id)] }
        try await talk.press("proceed", ["name": label])
        if number == 0 {  // it confirms by a second touch
          deciding = [Fact(account: name, event: "key_enrolled", credential: id)]
          try await talk.touch(key)
        }
        guard talk.options != nil else { return }
        person.ledger.acknowledge(deciding)
        deciding = []
      }
      for key in keys { try await talk.touch(key) }
      try await talk.press("finish", ["saved": "on"])
      deciding = ["recovery_code_saved", "enrollment_completed"].map { Fact(account: name, event: $0) }
      try await talk.press("skip")
      guard talk.offers("leave") else { return }
      person.ledger.acknowledge(deciding)
      words = talk.hands.words
      deciding = []
      try await talk.press("leave")
    }
    self = person
    if words != nil { for index in made.indices { made[index].standing = .certain } }
    current.keys += made
    current.words = words
    // What was begun and not finished is taken back one day: the person goes on with another account.
    if words == nil { current.acts = .max / 2 }
  }

  /// Revokes a key that was lost, which signs out everywhere else.
  mutating func revoke() async throws {
    guard current.standingKeys.count > 1, let index = pick(current.standingKeys), let place = pick(current.signedIn)
    else { return }
    let key = current.keys[index].id, visitor = current.browsers[place].visitor
    var person = self
    let isInDoubt = try await converse { deciding in
      var talk = try await Conversation("revocation", about: key, by: visitor)
      try await talk.press("lost")
      try await talk.press("confirm")
      deciding = [Fact(account: person.current.name, event: "key_revoked", credential: key)]
      try await person.touchOne(&talk, but: index)
      guard talk.offers("leave") else { return }
      person.ledger.acknowledge(deciding)
      person.current.keys[index].standing = .gone
      person.current.endOthers(than: place, .gone)
    }
    self = person
    if isInDoubt {
      current.keys[index].standing = .unknown
      current.endOthers(than: place, .unknown)
    }
  }

  /// Comes back with the words on the paper and a new key, as somebody who has lost all others.
  mutating func recover() async throws {
    guard let words = current.words else { return }
    let visitor = Visitor(port: site), key = DemoAuthenticator(isRoaming: true), name = current.name
    var person = self, id = "", next: [String]?
    let isInDoubt = try await converse { deciding in
      var talk = try await Conversation("recovery", by: visitor, typing: words)
      try await talk.press("restore", ["words": "ready"])
      try await talk.press("enroll")
      id = try await talk.touch(key)
      try await talk.press("proceed", ["name": "new key \(person.current.keys.count)"])
      try await talk.touch(key)
      try await talk.press("proceed")
      try await talk.press("finish", ["saved": "on"])
      deciding = ["recovered", "key_enrolled", "signed_in_with_passkey"].map {
        Fact(account: name, event: $0, credential: id)
      }
      deciding.append(Fact(account: name, event: "recovery_code_saved"))
      try await talk.press("skip")
      guard talk.isOver else { return }
      person.ledger.acknowledge(deciding)
      next = talk.hands.words
    }
    self = person
    guard isInDoubt || next != nil else { return }
    current.words = next
    current.keys.append(.init(authenticator: key, id: id, standing: isInDoubt ? .unknown : .certain))
    current.endOthers(than: nil, isInDoubt ? .unknown : .gone)
    current.browsers.append(.init(visitor: visitor, standing: isInDoubt ? .unknown : .certain))
    if isInDoubt { current.acts = .max / 2 }
  }
}
