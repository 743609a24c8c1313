/// Says to a browser's tools which line of which module a line of a joined file is (ECMA-426), so that the console names
/// the sources that people read. A browser fetches it only when somebody opens those tools.
struct SourceMap {
  private var sources: [String] = []
  private var mappings = ""
  private var lastSource = 0, lastLine = 0

  /// The next lines are nobody's.
  mutating func skip(_ lines: Int) { mappings += String(repeating: ";", count: lines) }

  /// The next lines are those of this source, from its first on.
  mutating func add(_ source: String, lines: Int) {
    for line in 0..<lines {
      mappings += "A\(Self.digits(sources.count - lastSource))\(Self.digits(line - lastLine))A;"
      (lastSource, lastLine) = (sources.count, line)
    }
    sources.append(source)
  }

  var text: String {
    let list = sources.map { "\"\($0)\"" }.joined(separator: ",")
    return "{\"version\":3,\"sources\":[\(list)],\"names\":[],\"mappings\":\"\(mappings)\"}\n"
  }

  /// A number in base64 VLQ (ECMA-426 §4.3): five bits at a time, the sign first.
  private static func digits(_ value: Int) -> String {
    var rest = value < 0 ? -value << 1 | 1 : value << 1, text = ""
    repeat {
      let digit = rest & 31
      rest >>= 5
      text.unicodeScalars.append(alphabet[rest > 0 ? digit | 32 : digit])
    } while rest > 0
    return text
  }
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
}
