/// What a client says in `Accept-Encoding` about the two forms in which we have a file (RFC 9110 §12.5.3).
enum AcceptedEncoding {
  /// `true` if gzip is wanted at least as much as the plain form. A client that says nothing gets the plain form, which
  /// every client reads; so does one that says nothing legible.
  static func isGzip(_ header: String) -> Bool {
    var weights: [String: Double] = [:]
    for part in header.split(separator: ",") {
      let pieces = part.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let coding = pieces.first, pieces.count <= 2, let weight = weight(pieces.dropFirst().first) else {
        continue
      }
      weights[coding == "x-gzip" ? "gzip" : coding] = weight
    }
    let gzip = weights["gzip"] ?? weights["*"] ?? 0
    return gzip > 0 && gzip >= weights["identity"] ?? 0
  }

  private static func weight(_ parameter: String?) -> Double? {
    guard let parameter else { return 1 }
    return parameter.wholeMatch(of: /q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)/).flatMap { Double($0.1) }
  }
}
