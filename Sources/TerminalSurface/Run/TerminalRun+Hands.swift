import HandsProtocol
import Model
import Runner
import Vocabulary
import Sentences

// What the hands do
extension TerminalRun {
  var isSettled: Bool { underway.values.allSatisfy(\.isSlow) }

  /// Cancels the work that the answer cancels, and waits until that work has ended before anything else is shown or
  /// started (B-33).
  mutating func take(_ new: Answer) async throws {
    for ticket in new.cancel {
      guard let ended = underway.removeValue(forKey: ticket) else { continue }
      ended.task.cancel()
      await ended.task.value
    }
    let isAnother = new.screen != answer?.screen
    if isAnother {
      (wanted, isChoosing) = (nil, false)
      places = nil
      answers.turn(to: new.screen.fieldIDs)
    }
    answer = new
    if let statement = new.statement, let kinds = vault.sayRemade(statement) { say(TextLine(Self.remade(kinds))) }
    for order in new.orders { obey(order) }
    if isAnother { answers.keepWhatFits(on: new.screen) }
    for work in new.start { begin(work) }
  }

  mutating func obey(_ order: HandsOrder) {
    switch order {
    case .buzz: terminal.buzz()
    case .forget(let field):
      answers.forget(field)
      told[field.rawValue] = nil
    }
  }

  mutating func begin(_ work: HandsWork) {
    let ticket = work.ticket, send = send
    switch work.task {
    case .wait(let timer, let seconds):
      start(ticket, isSlow: true) {
        guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
        send.yield(.news(HandsMessage(ticket, .elapsed(timer)), nil))
      }
    case .card(let effect, let claim):
      let asked = CardWork(effect, secrets: answers.secrets(for: effect.fields), claim: claim), perform = perform
      let key: KeyID? = if case .unlock(let key) = effect { key } else { nil }
      let waits = if case .watch = effect { true } else { false }
      start(ticket, isSlow: waits, effect) {
        let news = await perform(asked)
        guard !Task.isCancelled else { return }
        send.yield(
          .news(HandsMessage(ticket, .card(news.reply, made: news.made)), news.shown.map { .card($0, of: key) }))
      }
    case .escrow(let effect):
      let asked = EscrowWork(effect, secrets: answers.secrets(for: effect.fields)), perform = performEscrow
      start(ticket, isSlow: false) {
        let news = await perform(asked)
        guard !Task.isCancelled else { return }
        send.yield(.news(HandsMessage(ticket, .escrow(news.reply)), news.shown.map { .escrow($0, for: effect) }))
      }
    case .way(let way):
      let news = openAccount(way)
      if let file = vault.sayOlder() { say(TextLine(Self.older(file), .warning)) }
      report(HandsMessage(ticket, .way(news)))
    case .key(let ceremony, let options):
      guard let performKey else { return reportNoKeys(ticket) }
      let work = KeyWork(ceremony, options: options), talk = talk(about: ticket)
      show()
      underway[ticket] = Underway(
        task: Task {
          let news = await performKey(work, talk)
          guard !Task.isCancelled else { return }
          send.yield(.news(HandsMessage(ticket, news.told), news.touch.map(HandsShown.key)))
        }, isSlow: false)
    }
  }

  private mutating func reportNoKeys(_ ticket: Ticket) {
    say(TextLine("Passkeys and security keys need the web page: start latchstring, and open the page there.", .warning))
    report(HandsMessage(ticket, .fault(.unsupported)))
  }

  mutating func report(_ message: HandsMessage) {
    let send = send
    start(message.ticket, isSlow: false) { send.yield(.news(message, nil)) }
  }

  mutating func start(
    _ ticket: Ticket, isSlow: Bool, _ effect: CardEffect? = nil, _ work: @escaping @Sendable () async -> Void
  ) {
    underway[ticket] = Underway(task: Task { await work() }, isSlow: isSlow, effect: effect)
    guard !isSlow, let patience else { return }
    let send = send
    Task {
      try? await Task.sleep(for: patience)
      send.yield(.patienceOver(ticket))
    }
  }

  mutating func leave() async {
    await withdraw()
    for left in underway.values { left.task.cancel() }
    for left in underway.values { await left.task.value }
    underway = [:]
    (answers, told) = (Answers(), [:])
  }

  mutating func take(_ shown: HandsShown) {
    switch shown {
    case .key(let touch): vault.remember(touch)
    case .card(.unlocking(let secret), let key?): vault.remember(secret, of: key)
    case .card(let shown, _): self.shown = shown
    case .escrow(.texts(let texts), _): told.merge(texts) { $1 }
    case .escrow(.clock(let uri, let key), .drawClock(let field)):
      let sentence: Sentence = "\(key.text), or in one line: \(uri.text)"
      told[field.rawValue] = sentence.said
    case .escrow(.clock, _), .escrow(.picture, _): break
    case .escrow(.unlocking(let secret), _): vault.holdEscrow(secret)
    case .escrow(.file(let file), _): recovered = file
    }
  }
}
