import Escrow
import Foundation
import HandsProtocol
import Sentences

/// The notes of a recovery that was begun.
struct RecoveryNotes: EscrowNotes {
  static let name = "recovery"
  var identity: NotedIdentity?
  var known: KnownProviders
  /// The places where documents were looked for, and those found, opened and solved.
  var draft: RecoveryDraft?
  /// The destination of each code, as its provider hinted, by the challenge's number.
  var sentTo: [Int: String] = [:]

  init(known: KnownProviders) { self.known = known }

  /// The limits on what is told of the documents, which goes to the server of the page in one small request. A provider
  /// can list one document under many numbers, and name it as it likes.
  private static let mostDocuments = 20, longestName = 100

  /// The documents, each with the newest version at each provider.
  var documents: [EscrowDocumentFacts] {
    draft?.found.prefix(Self.mostDocuments).map { document in
      var seen: Set<ProviderAddress> = []
      let places = document.copies.filter { seen.insert($0.provider).inserted }
      return EscrowDocumentFacts(
        name: document.secretName.map { String($0.filter { !$0.isNewline }.prefix(Self.longestName)) },
        places: places.map { .init(url: $0.provider.text, version: $0.version) },
        uploadedAt: document.uploadTime.flatMap { if case .seconds(let seconds) = $0 { Int(seconds) } else { nil } })
    } ?? []
  }

  /// The puzzle of the opened document. Challenges are numbered as the document has them; of a document with more than
  /// a page may be told, these are the first.
  var puzzle: EscrowPuzzle? {
    guard let draft, let opened = draft.opened else { return nil }
    /// The name of a provider; one that has not answered yet goes by its host.
    func name(_ address: ProviderAddress) -> String {
      let name = draft.configurations[address]?.shownName ?? known.name(of: address)
      return name.isEmpty ? address.host : name
    }
    let numbers = Dictionary(opened.challenges.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return EscrowPuzzle(
      url: opened.provider.text, provider: name(opened.provider), version: opened.version,
      name: opened.document.secretName.map { String($0.filter { !$0.isNewline }.prefix(200)) },
      challenges: opened.challenges.enumerated().map { number, challenge in
        EscrowPuzzle.Challenge(
          number, EscrowKind(rawValue: challenge.type.rawValue), url: challenge.provider?.text ?? "",
          provider: challenge.provider.map(name) ?? "", cost: challenge.cost?.text, isSolved: challenge.isSolved)
      },
      policies: opened.document.policies.map { $0.truthIDs.compactMap { numbers[$0] } }
    ).cut
  }

  /// The texts of the challenges: what each asks, where its code went, and the transfer that one waits for.
  var texts: [FieldID: String] {
    guard let opened = draft?.opened else { return [:] }
    var texts: [FieldID: String] = [:]
    for (number, challenge) in opened.challenges.enumerated() {
      texts[EscrowText.challenge(number)] = challenge.instructions
      if let hint = sentTo[number] {
        // Of a phone number providers tell the last digits alone.
        let isEnd = challenge.type == .sms && hint.allSatisfy(\.isNumber)
        // Of an e-mail address they tell the part before the @; what was written down at the set-up says more.
        let isStart = challenge.type == .email && !hint.contains("@") && challenge.instructions.contains("@")
        let end: Sentence = "A number that ends in \(hint)"
        texts[EscrowText.sentTo(number)] = isEnd ? end.said : isStart ? challenge.instructions : hint
      }
    }
    return texts
  }

  func challenge(_ number: Int) -> RecoveryChallenge? {
    guard let challenges = draft?.opened?.challenges, challenges.indices.contains(number) else { return nil }
    return challenges[number]
  }
}

extension WireInstructions {
  var texts: [FieldID: String] {
    [
      EscrowText.transferAmount: "\(amount.number) \(amount.currency)", EscrowText.transferAccount: creditIBAN,
      EscrowText.transferName: businessName,
      EscrowText.transferSubject: subject,
    ]
  }
}

extension ReviewInstructions {
  var texts: [FieldID: String] {
    // A provider can say anything; what is later than the year 9999 is no day that a person reads.
    let day = until.map { Date(timeIntervalSince1970: Double(min(max($0, 0), 253_402_300_799))).formatted(Self.day) }
    let noEnd: Sentence = "No end is set"
    return [
      EscrowText.reviewExaminer: examiner, EscrowText.reviewMeeting: meeting, EscrowText.reviewNumber: number,
      EscrowText.reviewUntil: day ?? noEnd.said,
    ]
  }
  private static var day: Date.FormatStyle {
    let language = Catalogue.current.language
    return Date.FormatStyle(
      date: .long, time: .omitted, locale: Locale(identifier: language == "en" ? "en_GB" : language),
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }
}

extension RecoveryNotes {
  /// The notes as a state that the programs of GNU Anastasis read.
  ///
  /// - Returns: `nil` if nobody is named yet.
  /// - Throws: `EscrowError` if it cannot be written.
  func state() throws(EscrowError) -> ReducerState? {
    guard let identity else { return nil }
    var begun = try RecoveryDraft(variants: [identity.typed], providers: known.addresses)
    if let draft, draft.opened != nil { begun = draft }
    var state = try ReducerState(begun)
    state.add(Country.of(code: identity.country), known.addresses, known.configurations)
    return state
  }

  /// Reads a state. With an open document the recovery goes on wherever somebody lives; without one, who they are is
  /// asked for in every way in which it may have been written.
  init(_ state: ReducerState) throws(ImportRefusal) {
    let draft: RecoveryDraft
    do throws(EscrowError) { draft = try state.recoveryDraft() } catch {
      throw error.code == .invalid ? .nobody : .inconsistent
    }
    guard
      let country = state.country?.code ?? (draft.opened == nil ? nil : state.fields["selected_country"]?.text ?? "")
    else {
      throw .unknownCountry
    }
    self.init(known: KnownProviders(state))
    identity = NotedIdentity(country: country, typed: state.identityAttributes)
    self.draft = draft.opened == nil ? nil : draft
  }
}
