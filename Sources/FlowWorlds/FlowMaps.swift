#if DEBUG
  import Flows
  import Vocabulary

  typealias Mapped = Flow & Explorable & SendableMetatype

  /// The maps of all flows, created by walking each flow.
  public enum FlowMaps {
    public struct Map: Codable, Sendable {
      public var summary: String
      public var mermaid: String
    }
    public static func all() throws -> [Map] {
      try (signIn + keys + rehearsals + cards + escrow).map { try map($0) }
    }
    private static func map<F: Mapped>(_: F.Type) throws -> Map {
      let explorer = try Explorer<F>()
      return Map(summary: "\(explorer)", mermaid: explorer.mermaid)
    }
  }
#endif
