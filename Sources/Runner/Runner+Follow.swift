import AccountService
import CeremonyService
import Encoding
import Flows
import Vocabulary
import Foundation
import Model
import enum OpenID.Endpoint
import Wraps

/// The progress of a request: the answer for the surface, and what remains to be done outside a transaction.
struct Progress: Sendable {
  var step: RunStep
  var answer: Answer
  var slow: [Ticketed<ServerEffect>]
  var vouched: RunContents.Vouched?
}

extension Runner {
  /// Performs a step's work on the server until only work for the hands or the person, or slow work, remains. Then
  /// stores the run.
  func follow(_ first: RunStep, _ current: inout Current, _ records: any Records) throws -> Progress {
    var step = first, slow: [Ticketed<ServerEffect>] = []
    while !step.perform.isEmpty {
      let work = step.perform.removeFirst()
      guard work.work.uses == nil else { slow.append(work); continue }
      let reply = try perform(work.work, &current, records)
      step.append(try current.live.settle(reply, for: work.ticket))
    }
    for order in step.orders { try obey(order, current, records) }
    var answer = Answer(
      run: current.run.id, flow: current.run.flow, revision: step.revision, screen: step.screen,
      orders: step.orders.compactMap { if case .hands(let order) = $0 { order } else { nil } }, cancel: step.cancel,
      start: [],
      end: step.end, origin: current.run.origin, knowsPerson: current.knowsPerson,
      keptUntil: current.run.keptUntil)
    // In a rehearsal, every miss has the same answer, also after words that open something here.
    if !current.contents.evidence.isEmpty, !current.flow.needsStranger, let account = current.account {
      answer.statement = try records.generations(of: account).last.map { Compact.hash($0.statement) }
    }
    if let end = step.end {
      try records.delete(run: current.run.id)
      var session = current.session
      if end.grants {
        (answer.token, session) = try openSession(current, records)
        if let before = current.session.account { answer.endsSession = before != session.account }
      }
      answer.next = try address(end.leadsTo, session, current, records)
      if current.flow.needsStranger { answer.endsSession = try leave(session, records) }
      if end.leadsTo == .anotherAccount {
        answer.token = try signOut(session, records)?.token
        answer.endsSession = true
      }
    } else {
      answer.start = try step.start.map { try prepare($0, current, records) }
      current.contents.conversation = try current.live.encoded()
      current.contents.evidence.removeAll()  // judged in this very transaction, whatever came of it
      current.run.contents = try current.contents.encoded()
      let isBounded = current.session.account == nil && current.flow.lifetime != .durable
      guard current.run.contents.count <= (isBounded ? Self.mostAnonymousBytes : Self.mostBytes) else {
        throw RunnerError(.malformed, nil, "more than a run may hold")
      }
      try records.update(current.run)
    }
    return Progress(step: step, answer: answer, slow: step.end == nil ? slow : [], vouched: current.contents.vouched)
  }

  /// Performs one quick effect, inside the transaction.
  private func perform(_ effect: ServerEffect, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    switch effect {
    case .account(.readAccount):
      guard let account = current.account else { return .unavailable }
      do { return .account(.state(try AccountState(of: account, in: current.session, records))) } catch is StoreError {
        return .unavailable
      }
    case .account(.readComeback):
      guard let account = current.account else { return .unavailable }
      let began = current.contents.vouched?.at ?? environment.now()
      var facts = try Comeback(of: account, since: began, in: current.session, records)
      facts?.confirmed = current.contents.kept ?? []
      return facts.map { .account(.cameBack($0)) } ?? .unavailable
    case .account(.checkUsername(let text)):
      if case .failure(let refused) = try records.judge(newName: text) {
        return .account(.usernameRefused(refused.why))
      }
      try admitNewAccount(from: current.session, records)
      return .account(.usernameFree)
    case .account(.register(let text, let evidence)):
      guard let username = Username(text) else { return .account(.usernameRefused(.malformed)) }
      guard let credential = current.contents.evidence[evidence.rawValue] else {
        return .account(.registrationRejected(.invalid))
      }
      try admitNewAccount(from: current.session, records)
      let outcome = try ceremonies.register(
        credential, named: username, for: .run(current.run.id), in: current.session.id, records)
      if case .success(let made, _) = outcome {
        try noteAdmitted(made.account, from: current.session, records)
        current.contents.vouched = .init(account: made.account, credential: made.id, at: environment.now())
      }
      return .account(outcome.reply)
    case .account(.delete): return .account(try askDeletion(current, records))
    case .key(.verify(let evidence, let ceremony)): return try verify(evidence, ceremony, &current, records)
    case .key(.commitWrap(let key, let label, let role, let evidence)):
      return try commit(key, label, role, evidence, &current, records)
    case .key(.recall): return .key(try recall(&current, records))
    case .key(.revokeWrap(let key)): return try takeBack(key, current, records)
    case .way(let work): return try perform(work, &current, records)
    case .card(let work): return try perform(work, &current, records)
    case .run(let work): return try perform(work, &current, records)
    case .service(let work): return .service(try perform(work, current, records))
    case .account(.verifyPassword), .account(.setPassword): return .unavailable  // slow: they never come here
    }
  }

  private func obey(_ order: Order, _ current: Current, _ records: any Records) throws {
    switch order {
    case .server(.rollBackWraps): try rollBack(current.run.id, records)
    case .server(.markForRewrap(let key)): try markForRewrap(key, current, records)
    case .server(.noteOpening(let key)): try noteOpening(key, current, records)
    case .server(.failDrill(let way)): try failDrill(way, current, records)
    case .server(.noteEscrow(let isBegun)): try noteEscrow(isBegun: isBegun, current, records)
    case .hands: break
    }
  }

  /// Returns the address where the person continues: a page, or the next conversation, which has then begun.
  private func address(_ destination: Destination, _ session: Session, _ current: Current, _ records: any Records)
    throws -> String
  {
    switch destination {
    case .origin: current.run.origin
    case .account: AccountHome.path
    case .things: AccountHome.thingsPath
    case .cardRoom: SettingsRoom.card.path
    case .enrollment: "/flow/" + (try begin(.enrollment, in: session, from: SettingsRoom.keys.path, records))
    case .comingBack:  // the touch that signed in is the one that revokes
      "/flow/"
        + (try begin(
          .comingBack, in: session, from: AccountHome.path, isInPlace: true, vouched: current.contents.vouched,
          kept: current.contents.kept, records))
    case .recovery: "/flow/" + (try begin(.recovery, in: session, from: current.run.origin, records))
    case .recoveryCode: "/flow/" + (try begin(.recoveryCode, in: session, from: current.run.origin, records))
    case .codeTest: "/flow/" + (try begin(.codeTest, in: session, from: current.run.origin, records))
    case .cardBackup: "/flow/" + (try begin(.cardBackup, in: session, from: current.run.origin, records))
    case .cardOnboarding: "/flow/" + (try begin(.cardOnboarding, in: session, from: current.run.origin, records))
    case .cardLogin: "/flow/" + (try begin(.cardLogin, in: session, from: current.run.origin, records))
    case .escrowSetUp: "/flow/" + (try begin(.escrowSetUp, in: session, from: SettingsRoom.recovery.path, records))
    case .signIn: "/"
    case .service, .anotherAccount: Endpoint.authorization.rawValue + "?" + (current.contents.service ?? "")
    case .refusedService: Endpoint.refusedPath + "?" + (current.contents.service ?? "")
    }
  }

  /// Ends a run as a confirmed Cancel would. Uses only the run's id if its state can no longer be decoded.
  func lapse(_ run: Run, _ records: any Records) throws {
    if let flow = FlowName(rawValue: run.flow), let contents = try? RunContents(decoding: run.contents),
      var live = try? flow.resume(contents.conversation)
    {
      let step = live.lapse()
      let session = Session(id: run.session, createdAt: run.activeAt, seenAt: run.activeAt)
      let current = Current(run: run, flow: flow, live: live, contents: contents, session: session)
      for order in step.orders { try obey(order, current, records) }
    } else {
      try rollBack(run.id, records)
    }
    try records.delete(run: run.id)
  }
}
