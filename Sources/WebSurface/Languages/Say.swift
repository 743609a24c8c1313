import Hummingbird
import HTTPTypes
import Sentences

/// Returns a sentence on a page, in the reader's language.
func say(_ sentence: Sentence) -> String { sentence.said }

extension HTTPError {
  /// Creates an error whose sentence the person reads.
  init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], saying sentence: Sentence) {
    self.init(status, headers: headers, message: sentence.said)
  }

  /// The error for a form or a message that does not have the expected structure.
  static var unreadable: HTTPError { HTTPError(.badRequest, saying: "That could not be read. Nothing has changed.") }
}
