import Foundation
import Sentences

/// Prints a command's sentence on standard output immediately, even if that is not a terminal. Every sentence of a
/// command is printed by this function or by `complain`, so that words are never broken on a terminal. Output for
/// programs is printed unchanged.
public func say(_ sentence: Sentence, indent: Int = 0, keeping: [String] = []) {
  fflush(nil)
  PosixTerminal().say(sentence, indent: indent, keeping: keeping)
}

/// Prints a command's sentence on standard error.
/// - Parameter lead: The program's name, which precedes the sentence.
public func complain(
  _ sentence: Sentence, after lead: String = "latchstring: ", indent: Int = 0, keeping: [String] = []
) {
  fflush(nil)
  PosixTerminal(output: STDERR_FILENO).say(sentence, after: lead, indent: indent, keeping: keeping)
}
