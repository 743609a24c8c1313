import Access

/// A picture as its twin, `Public/waysback.js`, reads it. A set of things is a list of their numbers, and a structure
/// the list of its ways.
public struct ExportedPicture: Codable, Hashable, Sendable {
  public struct Named: Codable, Hashable, Sendable { public var id, kind, name: String }
  public struct Countings: Codable, Hashable, Sendable { public var proved, hoped: [[Int]] }
  public struct Structures: Codable, Hashable, Sendable { public var signIn, open: Countings }
  public var things: [Named]
  public var structures: Structures
  public var host: [Int]
}

extension Picture {
  /// The picture for a page, with the things' names in the reader's language.
  public var exported: ExportedPicture {
    func countings(_ goal: Goal) -> ExportedPicture.Countings {
      func ways(_ counting: Counting) -> [[Int]] { structure(goal, counting).ways.map(\.numbers) }
      return ExportedPicture.Countings(proved: ways(.proved), hoped: ways(.hoped))
    }
    return ExportedPicture(
      things: things.map { ExportedPicture.Named(id: $0.id, kind: $0.kind.rawValue, name: $0.name.said) },
      structures: ExportedPicture.Structures(signIn: countings(.signIn), open: countings(.open)), host: host.numbers)
  }
}
