import Sentences

extension PosixTerminal {
  /// Asks the person to choose one of the labels by number.
  ///
  /// - Returns: The index of the choice; `nil` if the person quits or the terminal is gone.
  public func choose(_ title: Sentence, among labels: [Sentence]) async -> Int? {
    write("")
    say(title)
    for (place, label) in labels.enumerated() { say("\(place + 1). \(label)") }
    let question = Question(
      "Your choice (1 to \(labels.count), q: quit): ", words: Question.words(upTo: labels.count, and: "q"))
    while case .hidden(let typed) = await ask(question) {
      switch question.word(typed) {
      case "q"?: return nil
      case let word?: return Int(word).map { $0 - 1 }
      case nil: say("Type a number from 1 to \(labels.count), or q.")
      }
    }
    return nil
  }
}
