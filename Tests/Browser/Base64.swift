/// The two variants of base64: pages use base64url without padding, the DevTools protocol the standard one.
enum Base64 {
  static func url(fromStandard text: String) -> String {
    String(text.compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }

  static func standard(fromURL text: String) -> String {
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    return standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
  }
}
