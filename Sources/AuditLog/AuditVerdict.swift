import Encoding
import Model

extension Result where Success == AuditHead, Failure == AuditBreak {
  /// The verdict in one sentence.
  public var sentence: String {
    switch self {
    case .success(let head):
      "\(head.position) \(head.position == 1 ? "entry" : "entries"), unbroken. Head \(head.text)"
    case .failure(let found): found.description
    }
  }

  /// The verdict for programs, one JSON object.
  public var json: String {
    var writer = JSONWriter()
    writer.object {
      switch self {
      case .success(let head):
        $0.member("unbroken", true)
        $0.member("entries", head.position)
        $0.member("head", head.text)
      case .failure(let found):
        $0.member("unbroken", false)
        $0.member("position", found.position)
        $0.member("kind", found.kind.rawValue)
        $0.member("sentence", found.description)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
