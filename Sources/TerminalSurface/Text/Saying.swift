import Foundation
import Sentences

/// Says a sentence of a command on standard output at once, also where that is no terminal. Every sentence of a command
/// goes through here or through `complain`, so that a terminal never breaks a word; what programs read is printed as it
/// is.
public func say(_ sentence: Sentence, indent: Int = 0, keeping: [String] = []) {
  fflush(nil)
  PosixTerminal().say(sentence, indent: indent, keeping: keeping)
}

/// Says a sentence of a command where errors are said.
/// - Parameter lead: The program's name, which stands before it.
public func complain(
  _ sentence: Sentence, after lead: String = "latchstring: ", indent: Int = 0, keeping: [String] = []
) {
  fflush(nil)
  PosixTerminal(output: STDERR_FILENO).say(sentence, after: lead, indent: indent, keeping: keeping)
}
