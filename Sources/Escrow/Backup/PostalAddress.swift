import Foundation

/// Where a letter goes.
public struct PostalAddress: Hashable, Sendable, Codable {
  public var fullName: String
  public var street: String
  public var city: String
  public var postcode: String
  public var country: String
  public init(fullName: String, street: String, city: String, postcode: String, country: String) {
    self.fullName = fullName; self.street = street; self.city = city; self.postcode = postcode; self.country = country
  }

  public enum Line: String, Hashable, Sendable, CaseIterable, CodingKey {
    case fullName = "full_name", street, city, postcode, country
  }
  private enum CodingKeys: String, CodingKey { case fullName = "full_name", street, city, postcode, country }

  /// The lines that cannot be printed so: empty, longer than 100 bytes, or with a control character.
  public var faults: [Line] {
    Line.allCases.filter { line in
      let text = self[line].trimmed
      return text.isEmpty || text.utf8.count > 100 || !Self.isPrintable(text)
    }
  }

  /// Whether a provider prints it as a line of a letter: with nothing in it that makes another line. Other programs write truths too, also
  /// with lines that are empty or longer than ours.
  public static func isPrintable(_ line: String) -> Bool {
    line.utf8.count <= 512
      && !line.unicodeScalars.contains { [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory) }
  }
  public subscript(line: Line) -> String {
    switch line {
    case .fullName: fullName
    case .street: street
    case .city: city
    case .postcode: postcode
    case .country: country
    }
  }

  /// As providers take it: canonical JSON of the five lines, without white space at their ends.
  func canonical() throws(EscrowError) -> [UInt8] {
    try CanonicalJSON.object(Dictionary(uniqueKeysWithValues: Line.allCases.map { ($0.rawValue, self[$0].trimmed) }))
  }
  init?(canonical bytes: [UInt8]) {
    guard let address = try? JSONDecoder().decode(PostalAddress.self, from: Data(bytes)) else { return nil }
    self = address
  }
}
