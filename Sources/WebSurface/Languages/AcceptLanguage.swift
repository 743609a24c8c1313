/// The languages that a browser requests in `Accept-Language`, the most preferred first (RFC 9110 §12.5.4).
struct AcceptLanguage {
  /// Language ranges in lower case. Ranges of equal weight are in the order of the header.
  let ranges: [String]

  /// Parses the header. Malformed parts and ranges with the weight 0 are ignored.
  init(_ header: String) {
    let parts = header.utf8.count > Self.longest ? [] : header.split(separator: ",")
    let weighted = parts.compactMap(Self.range).filter { $0.weight > 0 }
    ranges = weighted.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element.name)
  }

  /// What browsers send is far shorter, and nobody else's work is worth more.
  private static let longest = 1000

  /// Parses one range, for example `de-CH;q=0.8`. The weight defaults to 1.
  private static func range(_ part: Substring) -> (name: String, weight: Double)? {
    let pieces = part.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimming { $0.isWhitespace } }
    guard let name = pieces.first, name.wholeMatch(of: /\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*/) != nil else {
      return nil
    }
    switch pieces.count {
    case 1: return (name.lowercased(), 1)
    case 2:
      guard let weight = pieces[1].wholeMatch(of: /[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)/)?.1 else { return nil }
      return Double(weight).map { (name.lowercased(), $0) }
    default: return nil
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
