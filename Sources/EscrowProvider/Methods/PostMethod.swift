import Foundation

/// A code by letter. The truth is a postal address in JSON.
enum PostMethod: CodeMethod {
  static let rules = CodeRules.letter
  static let refusals = CodeRefusals(invalid: .postInvalid, notStarted: .postNotStarted, failed: .postFailed)

  private struct Address: Decodable {
    var name: String, street: String, city: String, postcode: String, country: String
    enum CodingKeys: String, CodingKey { case street, city, postcode, country, name = "full_name" }
  }

  static func recipient(_ truth: String) -> Recipient? {
    guard let address = try? JSONDecoder().decode(Address.self, from: Data(truth.utf8)) else { return nil }
    let lines = [address.name, address.street, address.city, address.postcode, address.country]
    // A command may not read one of them as an option, nor may a line be smuggled into a letter.
    let areLines = lines.allSatisfy { line in
      !line.hasPrefix("-") && line.utf8.count <= 512 && !line.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    guard areLines else { return nil }
    return Recipient(arguments: lines, hint: address.postcode)
  }
}
