import Encoding
import Model
import Sentences

extension Result where Success == AuditHead, Failure == AuditBreak {
  /// The verdict in one sentence.
  public var sentence: Sentence {
    switch self {
    case .success(let head):
      if head.position == 1 {
        "1 entry, unbroken. Head \(head.text)"
      } else {
        "\(head.position) entries, unbroken. Head \(head.text)"
      }
    case .failure(let found): found.sentence
    }
  }

  /// The verdict for programs, as a JSON object.
  /// - Parameters:
  ///   - first: The position of the database's first entry, if earlier ones were taken out of it.
  ///   - waiting: The number of entries that have no place in the log yet; `nil` if it is not known.
  public func json(from first: Int? = nil, waiting: Int?) -> String {
    var writer = JSONWriter()
    writer.object {
      switch self {
      case .success(let head):
        $0.member("unbroken", true)
        $0.member("entries", head.position)
        $0.member("head", head.text)
        $0.member("from", first)
        $0.member("waiting", waiting)
      case .failure(let found):
        $0.member("unbroken", false)
        $0.member("position", found.position)
        $0.member("kind", found.kind.rawValue)
        $0.member("sentence", found.sentence.said)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
