/// The result: what was looked at, what was seen, what was wanted, and whether that is so.
struct Table {
  private struct Row { var line: String, seen: String, wanted: String, verdict: String }
  private var rows: [Row] = []
  private(set) var fallsShort = false

  mutating func head(_ title: String) { rows.append(Row(line: title, seen: "", wanted: "", verdict: "")) }
  /// What is told and not judged.
  mutating func tell(_ line: String, _ seen: Any) {
    rows.append(Row(line: "  " + line, seen: "\(seen)", wanted: "–", verdict: ""))
  }
  mutating func judge(_ line: String, _ seen: Any, wanted: String, _ isSo: Bool) {
    rows.append(Row(line: "  " + line, seen: "\(seen)", wanted: wanted, verdict: isSo ? "ok" : "falls short"))
    if !isSo { fallsShort = true }
  }
  /// A number that must be 0.
  mutating func judgeNone(_ line: String, _ seen: Int) { judge(line, seen, wanted: "0", seen == 0) }
  /// Something that must have happened, or else nothing was tried.
  mutating func judgeTried(_ line: String, _ seen: Int) { judge(line, seen, wanted: "at least 1", seen > 0) }

  func write() {
    let all = [Row(line: "line", seen: "seen", wanted: "wanted", verdict: "")] + rows
    func width(_ part: KeyPath<Row, String>) -> Int { all.map { $0[keyPath: part].count }.max() ?? 0 }
    let widths = (width(\.line), width(\.seen), width(\.wanted))
    func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: width - text.count) }
    for row in all {
      print(
        [pad(row.line, widths.0), pad(row.seen, widths.1), pad(row.wanted, widths.2), row.verdict]
          .joined(separator: "  "))
    }
  }
}

extension Duration {
  /// In seconds, with one decimal.
  var inSeconds: String { "\((self / .milliseconds(100)).rounded() / 10) s" }
}
