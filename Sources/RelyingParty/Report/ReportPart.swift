/// A named value that was read in a response.
public struct ReportFact: Hashable, Sendable {
  /// The name for programs, for example `rpIdHash`; unique in its part.
  public let key: String
  /// The name for people.
  public let label: String
  /// The value. Text from outside is cut and printable.
  public let value: String
  /// What it means; `nil` where the value says so.
  public let note: String?

  init(_ key: String, _ label: String, _ value: String, note: String? = nil) {
    (self.key, self.label, self.value, self.note) = (key, label, value, note)
  }
}

/// A part of a response as it was read, for example its client data. Nothing in it is a judgement, unless its note says so.
public struct ReportPart: Hashable, Sendable {
  /// The name for programs, for example `clientData`.
  public let key: String
  /// The name for people.
  public let title: String
  /// Its values.
  public internal(set) var facts: [ReportFact]
  /// Parts in it: certificates of a chain, statements of a compound.
  public internal(set) var parts: [ReportPart] = []

  init(_ key: String, _ title: String, _ facts: [ReportFact], parts: [ReportPart] = []) {
    (self.key, self.title, self.facts, self.parts) = (key, title, facts, parts)
  }
}
