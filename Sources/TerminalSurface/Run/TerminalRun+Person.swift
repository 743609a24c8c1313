import Encoding
import Vocabulary
import HandsProtocol
import Sentences

// What the person sees and types
extension TerminalRun {
  func say(_ lines: TextLine...) { for line in lines.flatMap({ $0.drawn(on: terminal) }) { terminal.write(line) } }
  func say(_ lines: [TextLine]) { for line in lines { say(line) } }
  private func text(of screen: Screen<String>) -> ScreenText {
    ScreenText(
      screen: screen, shown: shown, told: told, journalSize: journalSize, paper: paper,
      whereCodesArrive: whereCodesArrive, answers: answers)
  }

  /// Prints the screen if it is a new one, and asks the next question. The screen's buttons are printed only when the
  /// person is to choose one, because above a different question, their numbers would look like its answers.
  mutating func draw() {
    guard let answer else { return }
    // The command that opened the journal shows it, not the flow.
    if vault.isOpen, answer.screen.blocks.contains(.journal), let close = answer.screen.wayBack {
      send.yield(.press(close.action, revision: answer.revision))
      return
    }
    show()
    guard question == nil else { return }
    let asking = Asking.next(answer.screen, answers, wanted: wanted, isChoosing: isChoosing)
    switch asking {
    case .field(let field):
      let preset = answers.typed(into: field) ?? field.start ?? answers.preset(of: field.id, on: answer.screen)
      tellKeys(of: asking, on: answer.screen, offering: preset)
      if let fault = field.fault { say(TextLine("Problem: \(fault.inWords)", .error)) }
      let (above, prompt) = field.asked(offering: preset, columns: terminal.columns)
      if let above { say(TextLine(verbatim: above, .quiet)) }
      ask(Question(Sentence(verbatim: prompt), isHidden: field.isHidden, field: field.id))
    case .phrase(let id):
      tellKeys(of: asking, on: answer.screen)
      ask(Question("The words, in order, with spaces between (not shown): ", isHidden: true, field: id))
    case .threeWords(let id):
      tellKeys(of: asking, on: answer.screen)
      let asked = places ?? .drawn(of: paper?.words.count ?? 0)
      places = asked
      ask(Question("Words \(asked.numbers), with spaces between (not shown): ", isHidden: true, field: id))
    case .box(_, let copy):
      tellKeys(of: asking, on: answer.screen)
      ask(Question("\(TextLine.printable(copy.inWords.said)) (yes or no): ", words: Question.atBox))
    case .choice:
      if !hasOffered { offer(answer.screen) }
      ask(Question(text(of: answer.screen).prompt, words: answer.screen.words))
    case .press(let action): send.yield(.press(action, revision: answer.revision))
    }
  }

  /// Prints the screen if it is a new one, or its news if it came again after a press.
  mutating func show() {
    guard let answer else { return }
    if answer.screen != printed {
      if answer.screen.asksForWords, printed?.showsWords == true {
        terminal.cover()
        printed = nil
      }
      say(text(of: answer.screen).lines(after: printed))
      (printed, hasOffered, toldKeys) = (answer.screen, false, nil)
    } else if hasPressed {
      say(text(of: answer.screen).banners)  // the same answer once more is news too
    }
    hasPressed = false
  }

  private mutating func offer(_ screen: Screen<String>) {
    hasOffered = true
    say(text(of: screen).choices)
  }
  /// Explains the keys once for each screen, and again when a key changes its meaning.
  private mutating func tellKeys(of asking: Asking, on screen: Screen<String>, offering preset: String? = nil) {
    let line = asking.keys(on: screen, offering: preset)
    guard line != toldKeys else { return }
    toldKeys = line
    say(TextLine(line, .quiet))
  }

  private mutating func ask(_ asked: Question) {
    questions += 1
    let id = questions, terminal = terminal, send = send
    question = (id, Task { send.yield(.typed(await terminal.ask(asked), question: id)) })
  }
  /// Withdraws the pending question, and waits until the terminal no longer asks it.
  mutating func withdraw() async {
    question?.task.cancel()
    await question?.task.value
    question = nil
  }

  mutating func hear(_ event: RunEvent) async throws {
    switch event {
    case .patienceOver(let ticket): underway[ticket]?.isSlow = true
    case .handsAsk(let ticket, let isFree):
      underway[ticket]?.isSlow = false
      await withdraw()
      isFree.finish()
    case .news(let message, let shown):
      guard let ended = underway.removeValue(forKey: message.ticket) else { return }  // called off meanwhile
      if let effect = ended.effect, case .card(let reply, _) = message.news { trace.note(reply, to: effect) }
      if case .escrow(let reply) = message.news { trace.note(reply) }
      if let shown { take(shown) }
      let new = try await person.report(message)
      if new.screen != answer?.screen { await withdraw() }
      try await take(new)
    case .press(let action, let revision):
      guard let answer, answer.revision == revision else { return }
      try await press(action, on: answer.screen)
    case .typed(let typed, let id):
      guard let asked = question, asked.id == id, let screen = answer?.screen else { return }
      question = nil
      try await answer(typed, to: Asking.next(screen, answers, wanted: wanted, isChoosing: isChoosing), on: screen)
    }
  }

  private mutating func answer(_ typed: Typed, to asked: Asking, on screen: Screen<String>) async throws {
    let given: Secret
    switch typed {
    case .abandoned: return
    case .back: return try await goBack()
    case .end:
      try await goBack()
      throw TerminalGone()
    case .text(let text): given = Secret(Array(text.utf8))
    case .hidden(let secret): given = secret
    }
    switch asked {
    case .choice, .press: try await choose(given, on: screen)
    case .box(let id, _):
      switch Question("", words: Question.atBox).word(given) {
      case "y", "yes": answers.tick(id)
      case "n", "no": say(TextLine("Then it waits here until you type yes. Enter alone shows what else there is."))
      case "q", "?": try await choose(given, on: screen)
      case nil where given.count > 0: say(TextLine("Type yes or no."))
      default: chooseInstead(screen)
      }
    case .field(let field):
      let offered = (answers.typed(into: field) ?? field.start).map { Secret($0.utf8) } ?? given
      try await fill(given.count == 0 ? offered : given, field.id, field.kind, on: screen)
    case .phrase(let id): try await fill(given, id, .secret(.phrase), on: screen)
    case .threeWords(let id): try await compare(given, id, on: screen)
    }
  }

  private mutating func fill(
    _ given: Secret, _ id: FieldID, _ kind: FieldKind, on screen: Screen<String>
  ) async throws {
    if given.count == 0 {
      if let preset = answers.preset(of: id, on: screen), !preset.isEmpty {
        answers.give(preset, to: id)
      } else {
        chooseInstead(screen)
      }
      return
    }
    if screen.takesCommands(kind), given.count == 1, ["q", "?"].contains(given.text) {
      return try await choose(given, on: screen)
    }
    switch FieldCheck.judge(given, kind, with: answers) {
    case .text(let text): answers.give(text, to: id)
    case .secret(let secret, let file): answers.give(secret, to: id, ofFile: file)
    case .refused(let why): say(TextLine(why, .warning))
    case .unequal(let first):
      answers.forget(first)
      say(TextLine("The two are not the same. Type both once more.", .warning))
    }
  }

  /// Compares three typed words with those that were shown. Only that they are right leaves this terminal.
  private mutating func compare(_ given: Secret, _ id: FieldID, on screen: Screen<String>) async throws {
    if given.count == 0 { return chooseInstead(screen) }
    if given.count == 1, ["q", "?"].contains(given.text) { return try await choose(given, on: screen) }
    switch FieldCheck.judge(given, .words(3)) {
    case .secret(let typed, _):
      guard let places, let paper else { return }
      let wrong = places.wrong(typed.text.split(separator: " "), of: paper.words)
      guard wrong.isEmpty else { return say(TextLine(ThreePlaces.differ(wrong), .warning)) }
      answers.give(Secret([]), to: id)
    case .refused(let why): say(TextLine(why, .warning))
    case .text, .unequal, nil: break
    }
  }

  private mutating func chooseInstead(_ screen: Screen<String>) {
    isChoosing = true
    offer(screen)
  }

  private mutating func choose(_ typed: Secret, on screen: Screen<String>) async throws {
    switch Question("", words: screen.words).word(typed) {
    case "q": try await goBack()
    case "?": say(text(of: screen).explanation)
    case nil where typed.count == 0:
      guard screen.choices.count == 1, let only = screen.choices.first, only.style.goesOn, only.needs.isEmpty else {
        isChoosing = false  // back to the question, where there is one
        if Asking.next(screen, answers, wanted: wanted, isChoosing: false) == .choice { offer(screen) }
        return
      }
      try await press(only.action, on: screen)
    case let word:
      // The input is not echoed, because it may have been the PIN for a different question.
      guard let number = word.flatMap({ Int($0) }), screen.choices.indices.contains(number - 1) else {
        let count = screen.choices.count
        return say(
          TextLine(
            count == 1
              ? "That is none of the choices. Type 1."
              : "That is none of the choices. Type a number from 1 to \(count)."))
      }
      try await choose(screen.choices[number - 1], on: screen)
    }
  }

  /// Chooses a button. First asks for any input that the choice still requires.
  private mutating func choose(_ choice: Choice<String>, on screen: Screen<String>) async throws {
    if choice.needs.contains(.news) { return say(TextLine("Not yet: one moment.")) }
    guard !choice.needs.allSatisfy({ answers.meets($0, on: screen) }) else {
      return try await press(choice.action, on: screen)
    }
    (wanted, isChoosing) = (choice.action, false)
  }

  private mutating func press(_ action: String, on screen: Screen<String>) async throws {
    guard let revision = answer?.revision else { return }
    isLeaving = screen.choices.first { $0.action == action }?.style.leaves ?? false
    hasPressed = true
    if !isLeaving { answers.leaveEmpty(on: screen) }
    let form = answers.form(on: screen), given = answers.texts
    (wanted, isChoosing) = (nil, false)
    answers.turn(to: [])  // should the same fields come again, they are asked for again
    let new = try await person.press(action, form, at: revision)
    try await take(new)
    answers.refuse(given, before: screen, after: new.screen)
    // Nothing happened: show the choices instead of repeating the same question forever.
    if new.screen == screen { isChoosing = true }
  }

  private mutating func goBack() async throws {
    guard let screen = answer?.screen, screen.wayBack != nil, let revision = answer?.revision else {
      return say(TextLine("There is no way back from here."))
    }
    isLeaving = screen.wayBack?.style.leaves ?? false
    try await take(try await person.back(at: revision))
  }
}

extension ChoiceStyle {
  /// `true` if the button continues the flow, so that Enter alone may press it.
  fileprivate var goesOn: Bool { self == .primary || self == .outline || self == .close }
  /// `true` if the button leaves the flow before its end.
  fileprivate var leaves: Bool { self == .cancel || self == .back }
}
