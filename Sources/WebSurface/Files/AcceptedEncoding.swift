/// What a client says in `Accept-Encoding` about the two forms in which we have a file (RFC 9110 §12.5.3).
enum AcceptedEncoding {
  /// `true` if gzip is wanted at least as much as the plain form. A client that says nothing gets the plain form, which
  /// every client reads; so does one that says nothing legible.
  static func isGzip(_ header: String) -> Bool {
    guard header.utf8.count <= longest else { return false }
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

  /// What browsers send is far shorter, and nobody else's work is worth more.
  private static let longest = 500

  /// Returns a weight from 0 to 1 with at most three digits (RFC 9110 §12.4.2).
  private static func weight(_ parameter: String?) -> Double? {
    guard let parameter else { return 1 }
    let text = parameter.dropFirst(2)
    guard parameter.hasPrefix("q="), text.utf8.count <= 5, text.utf8.first == UInt8(ascii: "0") || text.hasPrefix("1"),
      text.utf8.dropFirst().first ?? UInt8(ascii: ".") == UInt8(ascii: "."),
      text.utf8.dropFirst(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let weight = Double(text.hasSuffix(".") ? text.dropLast() : text), weight <= 1
    else { return nil }
    return weight
  }
}
