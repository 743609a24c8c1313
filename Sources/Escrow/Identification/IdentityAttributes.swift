/// Attributes by their names, as typed or as used. They are about a person and printed nowhere.
public struct IdentityAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible, CustomReflectable {
  /// What `UserIdentifier` takes.
  public var values: [String: String]

  public init(_ values: [String: String] = [:]) { self.values = values }
  public init(dictionaryLiteral elements: (String, String)...) { values = Dictionary(elements) { _, last in last } }

  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  public var description: String { "\(values.count) attributes" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Which program made a backup, as far as it goes into the identifier.
public enum BackupOrigin: String, Hashable, Sendable, CaseIterable {
  /// Latchstring, Anastasis' desktop and command-line clients.
  case plain
  /// Anastasis' web client hashes a mark of its own together with the person's attributes.
  case webClient = "web-client"

  static let markName = "application_id"
  static let webClientMark = "anastasis-standalone"

  /// What is hashed for this origin.
  public func marked(_ attributes: IdentityAttributes) -> IdentityAttributes {
    var marked = attributes
    marked[Self.markName] = self == .webClient ? Self.webClientMark : nil
    return marked
  }
}
