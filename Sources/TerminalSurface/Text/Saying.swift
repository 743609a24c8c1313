import Foundation
import Sentences

/// Says a command's sentence on standard output at once, even if that is not a terminal. Every sentence of a command
/// goes through here or through `complain`, so that a terminal never breaks a word; output for programs is printed
/// unchanged.
public func say(_ sentence: Sentence, indent: Int = 0, keeping: [String] = []) {
  fflush(nil)
  PosixTerminal().say(sentence, indent: indent, keeping: keeping)
}

/// Says a command's sentence on standard error.
/// - Parameter lead: The program's name, which precedes it.
public func complain(
  _ sentence: Sentence, after lead: String = "latchstring: ", indent: Int = 0, keeping: [String] = []
) {
  fflush(nil)
  PosixTerminal(output: STDERR_FILENO).say(sentence, after: lead, indent: indent, keeping: keeping)
}
