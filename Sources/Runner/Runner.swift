import AccountService
import CeremonyService
import Crypto
import Encoding
import Flows
import Foundation
import HandsProtocol
import Model
import Passwords
import Vocabulary

/// Keeps a run's state between requests and performs its work on the server. State, tickets, rows and audit entries are
/// written in one transaction, so the stored state always matches what the person saw.
public struct Runner: Sendable {
  /// G-24: a run left idle for this long ends as if Cancel had been confirmed, unless it is durable.
  public static let idleLifetime: TimeInterval = 30 * 60
  /// The maximum number of unfinished runs per session; when it is exceeded, the oldest run ends.
  static let mostRuns = 12
  /// The maximum number of bytes that a run may hold. A run includes claims from the hands, so without a limit each
  /// request could leave behind as much as a body can hold.
  static let mostBytes = 128 << 10
  /// The same limit for a run that belongs to no account and does not wait for a letter.
  static let mostAnonymousBytes = 32 << 10

  let store: any Store
  let environment: ServerEnvironment
  let passwords: PasswordChecks
  package let ceremonies: Ceremonies
  /// The key with which network addresses are marked.
  let markKey: SymmetricKey
  /// The allowance of new accounts per network address. Accounts are never swept, so a stranger could otherwise leave
  /// them behind forever.
  let newAccounts: AddressAllowance
  /// The allowance of missed tickets per network address.
  let missedTickets = AddressAllowance(20, in: 60 * 60)
  /// The allowance of tries at the check of an account's kit, so that nobody who finds a browser signed in learns it.
  let kitChecks: Allowance<AccountID>
  static let kitChecksPerHour = 5
  /// `true` while files of the store may still have bytes of a deleted account, because the store was in use.
  let traces = DeletedTraces()
  /// The news that services have to hear.
  public let logouts = LogoutSignal()

  public init(store: any Store, environment: ServerEnvironment, hashing: PasswordHashing, ceremonies: Ceremonies) {
    self.store = store; self.environment = environment; self.ceremonies = ceremonies
    markKey = SymmetricKey(data: environment.randomBytes(32))
    newAccounts = AddressAllowance(ceremonies.site.accountsPerDay, in: 24 * 60 * 60)
    kitChecks = Allowance(Self.kitChecksPerHour, in: 60 * 60)
    passwords = PasswordChecks(
      store: store, hashing: hashing, now: environment.now, randomBytes: environment.randomBytes)
  }

  /// The first of the site's accepted origins.
  public var origin: String { ceremonies.site.origins.first ?? "" }

  /// Begins a run and returns its id, or returns the id of a run that is already waiting. `open` returns its first
  /// screen. An enrollment ends one that was left in the middle.
  ///
  /// - Parameters:
  ///   - subject: The key that the flow is about, if it is about one.
  ///   - isInPlace: `true` if the run goes on in the document in which its button was pressed.
  ///   - languages: The person's languages, in the form of `Accept-Language`.
  public func start(
    _ flow: FlowName, about subject: KeyID? = nil, in session: Session, from origin: String, isInPlace: Bool = false,
    languages: String = ""
  ) async throws -> String {
    guard !flow.needsAccount || session.account != nil else { throw RunnerError(.needsAccount) }
    guard !flow.needsStranger || session.account == nil else { throw RunnerError(.refused, nil, "signed in here") }
    return try await store.write {
      try begin(flow, about: subject, in: session, from: origin, isInPlace: isInPlace, languages: languages, $0)
    }
  }

  /// - Parameters:
  ///   - vouched: The verdict with which a run ended that leads to this one.
  ///   - kept: What the person said in that run to be still there.
  ///   - query: The request of the service that the run is about.
  func begin(
    _ flow: FlowName, about subject: KeyID? = nil, in session: Session, from origin: String, isInPlace: Bool = false,
    languages: String = "", vouched: RunContents.Vouched? = nil, kept: [KeyID]? = nil,
    asking query: String? = nil, _ records: any Records
  ) throws -> String {
    let id = Base64URL.encode(environment.randomBytes(16)), now = environment.now()
    // The session was signed out from elsewhere since the request began, so nothing would end its run.
    guard try records.session(session.id) != nil else { throw RunnerError(.noRun) }
    if flow.createsAccount { try expectInvitation(in: session, records) }
    if flow == .enrollment, let left = try unfinishedEnrollment(in: session, records) { try lapse(left, records) }
    let runs = try records.runs(of: session.id)
    if let waiting = runs.last(where: { $0.flow == flow.rawValue && $0.isKept(at: now) }) { return waiting.id }
    for old in runs.filter({ !$0.isKept(at: now) }).dropLast(Self.mostRuns - 1) { try lapse(old, records) }
    let circumstances = FlowName.Circumstances(
      subject: subject, origin: origin, isSignedIn: session.account != nil, isInPlace: isInPlace, languages: languages)
    var contents = RunContents(conversation: try flow.start(in: circumstances).encoded())
    (contents.vouched, contents.kept, contents.service) = (vouched, kept, query)
    contents.touched = Set([vouched?.credential].compactMap { $0 })
    try records.insert(
      Run(
        id: id, session: session.id, flow: flow.rawValue, origin: origin, contents: try contents.encoded(),
        activeAt: now))
    return id
  }

  /// Opens the run in a page, which then holds the run's tickets instead of any earlier page.
  ///
  /// - Parameter isWaiting: `true` if the page merely refreshes by itself, with nobody in front of it.
  public func open(_ id: String, in session: Session, isWaiting: Bool = false) async throws -> Answer {
    try await advance(id, session, isActivity: !isWaiting) { current in
      var step = current.live.open()
      // The request that began this work died with a previous process.
      if environment.now().timeIntervalSince(current.run.activeAt) > Self.patience {
        for left in current.live.unsettled where left.work.uses != nil {
          if let next = try? current.live.settle(.unavailable, for: left.ticket) { step.append(next) }
        }
      }
      return step
    }
  }

  /// Returns `true` if account recovery is under way in this session.
  public func isRecovering(in session: Session) async throws -> Bool {
    try await store.read { try $0.flows(of: session.id).contains { FlowName.durable.contains($0) } }
  }

  /// Records that somebody is still present, which restarts the run's idle time (G-43).
  public func stay(_ id: String, in session: Session) async throws {
    try await store.write { records in
      var run = try load(id, session, records).run
      run.activeAt = environment.now()
      try records.update(run)
    }
  }

  /// Presses a button and submits its form, in one POST.
  ///
  /// - Parameter address: The network address of the press: addresses take turns when passwords are checked. `nil` if
  ///   the press did not come over a network.
  public func press(
    _ action: String, fields: [String: String], revision: Int, _ id: String, in session: Session,
    by address: NetworkAddress? = nil
  ) async throws -> Answer {
    try await advance(id, session, by: address) { try $0.live.press(named: action, with: fields, at: revision) }
  }

  /// Goes back, as with the browser's Back, Esc or the terminal's Back.
  public func back(revision: Int, _ id: String, in session: Session) async throws -> Answer {
    try await advance(id, session) { try $0.live.back(at: revision) }
  }

  /// Returns `true` if hands may make Master Keys in this run: the run exists and concerns an account. Other hands may
  /// only send shorter messages.
  public func makesMasterKeys(_ id: String, in session: Session) async throws -> Bool {
    try await store.read { records in (try? load(id, session, records))?.account != nil }
  }
  /// The maximum length, in bytes, of a message from hands that make a Master Key: it includes the journal's index and
  /// a wrap for each way.
  public static let longestMaking = Journals.longestIndex + (256 << 10)

  /// Takes a report from the hands. Nothing in the report is trusted: a credential is merely kept, under the name of
  /// its evidence, until the server has judged it.
  public func report(_ message: HandsMessage, _ id: String, in session: Session) async throws -> Answer {
    let ticket = message.ticket, evidence = Evidence(rawValue: "e\(ticket.rawValue)")
    let (news, text) = try message.news.told(as: evidence)
    return try await advance(id, session, isActivity: text != nil) { current in
      if let text { current.contents.keep(text, as: evidence) }
      return try current.live.report(news, for: ticket)
    }
  }

  /// Returns the current screen. Changes nothing and returns no tickets, which are reserved for the page that opens the
  /// run.
  public func look(_ id: String, in session: Session) async throws -> Answer {
    try await store.read { records in
      let current = try load(id, session, records)
      return Answer(
        run: id, flow: current.run.flow, revision: current.live.revision, screen: current.live.screen, orders: [],
        cancel: [], start: [],
        origin: current.run.origin, knowsPerson: current.knowsPerson)
    }
  }

  /// The time after which a run's slow work is presumed to have died with its process.
  static let patience: TimeInterval = 60

  /// A run while a transaction works on it.
  struct Current {
    var run: Run
    var flow: FlowName
    var live: any LiveRun
    var contents: RunContents
    var session: Session
    /// See ``Answer/knowsPerson``.
    var knowsPerson: Bool { session.account != nil || contents.vouched != nil }
    /// The account that this run concerns: the one that a recovery code named or a card signed for, otherwise the
    /// session's.
    var account: AccountID? { contents.recovering?.account ?? contents.cardAccount ?? session.account }
  }

  func load(_ id: String, _ session: Session, _ records: any Records) throws -> Current {
    guard let run = try records.run(id), run.session == session.id, let flow = FlowName(rawValue: run.flow),
      flow.lifetime == .durable || environment.now().timeIntervalSince(run.activeAt) <= Self.idleLifetime
    else { throw RunnerError(.noRun) }
    // A run whose state a newer version cannot read is treated as ended; the sweep removes it.
    guard let contents = try? RunContents(decoding: run.contents), let live = try? flow.resume(contents.conversation)
    else {
      throw RunnerError(.noRun)
    }
    // A session that is signed in ends when its account is closed. A run of nobody does not know of it.
    if session.account == nil, let account = contents.concerns { try expectOpen(account, records) }
    return Current(run: run, flow: flow, live: live, contents: contents, session: session)
  }

  /// Changes a run once: in a transaction that includes the server's quick effects, followed by the slow effects, each
  /// in a transaction of its own.
  private func advance(
    _ id: String, _ session: Session, isActivity: Bool = true, by address: NetworkAddress? = nil,
    _ change: @escaping @Sendable (inout Current) throws -> RunStep
  ) async throws -> Answer {
    do { return try await perform(id, session, isActivity, address, change) } catch let refusal as Refusal {
      throw RunnerError(.refused, refusal)
    }
  }

  private func perform(
    _ id: String, _ session: Session, _ isActivity: Bool, _ address: NetworkAddress?,
    _ change: @escaping @Sendable (inout Current) throws -> RunStep
  ) async throws -> Answer {
    var progress = try await store.write { records in
      var current = try load(id, session, records)
      if isActivity { current.run.activeAt = environment.now() }
      return try follow(try change(&current), &current, records)
    }
    let passing = progress.step.passing
    while let work = progress.slow.first {
      let finding = await hash(
        work.work, passing: passing, session: session, vouched: progress.vouched, by: address)
      var next = try await store.write { records in
        var current = try load(id, session, records)
        let reply = try conclude(finding, &current, records)
        // Other sessions end, along with everything their runs had begun: a key that nobody confirmed must not outlive
        // the browser session that was enrolling it.
        if reply == .account(.passwordSet), let account = session.account {
          try endSessions(of: account, but: session.id, records)
        }
        return try follow(try current.live.settle(reply, for: work.ticket), &current, records)
      }
      next.answer = progress.answer.followed(by: next.answer)
      progress = next
    }
    return progress.answer
  }
}
