import Encoding

/// What a page's secret fields hold, by their ids, as the body of an order has it.
struct TypedSecrets: Decodable {
  var secrets: [FieldID: Secret]

  init(from decoder: any Decoder) throws {
    let typed = try decoder.singleValueContainer().decode([String: String].self)
    secrets = Dictionary(uniqueKeysWithValues: typed.map { (FieldID(rawValue: $0.key), Secret($0.value.utf8)) })
  }
}
