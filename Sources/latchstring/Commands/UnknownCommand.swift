import ArgumentParser
import TerminalSurface
import Words
import Sentences

/// A word in a command's position that is not the name of a command. The argument parser would treat it as an argument
/// of the default command, and explain that command.
struct UnknownCommand: Error {
  let sentence: Sentence
  /// The available commands, each with its description.
  let commands: [(name: String, does: String)]
  /// Advice on how to get an explanation of one of the commands.
  let advice: Sentence

  /// - Parameters:
  ///   - arguments: The arguments, without the program's own name.
  ///   - root: The command at which the arguments start.
  /// - Returns: `nil` if every command is known.
  static func find(in arguments: [String], below root: any ParsableCommand.Type) -> UnknownCommand? {
    var command = root, path = root.name
    for (place, word) in arguments.enumerated() {
      let below = command.configuration.subcommands
      // A word that begins with a dash is an option, which the parser checks. The last command is followed by its
      // arguments.
      guard !below.isEmpty, !word.hasPrefix("-"), place > 0 || word != "help" else { return nil }
      guard let next = below.first(where: { $0.name == word || $0.configuration.aliases.contains(word) }) else {
        let shown = below.filter { $0.configuration.shouldDisplay }
        return UnknownCommand(word, after: path, isFirst: place == 0, among: shown)
      }
      (command, path) = (next, "\(path) \(next.name)")
    }
    return nil
  }

  private init(_ word: String, after path: String, isFirst: Bool, among shown: [any ParsableCommand.Type]) {
    let none: Sentence =
      isFirst ? "There is no command “\(word)”." : "There is no command “\(word)” in “\(path)”."
    let near = Nearness.nearest(to: word, among: shown.map { $0.name })
    sentence = near.map { "\(none) Did you mean “\(path) \($0)”?" } ?? none
    commands = shown.map { ($0.name, $0.configuration.abstract) }
    advice = "“\(path) COMMAND --help” explains one of them."
  }

  /// Explains the mistake to a person.
  func explain() {
    complain(sentence)
    complain("These are the commands:", after: "")
    let width = commands.map(\.name.count).max() ?? 0
    for (name, does) in commands {
      let column = name + String(repeating: " ", count: width - name.count)
      complain(Sentence(verbatim: "  \(column)  \(does)"), after: "", indent: width + 4)
    }
    complain(advice, after: "")
  }
}

extension ParsableCommand {
  fileprivate static var name: String { configuration.commandName ?? "" }
}
