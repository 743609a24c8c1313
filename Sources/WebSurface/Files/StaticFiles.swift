import Crypto
import Encoding
import Foundation
import Hummingbird

/// The files of `Public` as pages ask for them: under an address with a digest of all of them, so that a browser keeps
/// them for good and never gets files of two versions. Modules, and the styles that every page has, are joined.
///
/// They are the same for everybody, which is why they may be compressed. What depends on a person never is: the length
/// of what is compressed tells of secrets beside what somebody else chose (CRIME, BREACH).
struct StaticFiles: Sendable {
  /// The path under which all files of this version are.
  let folder: String
  private let files: [String: StaticFile]
  private let names: Set<String>

  /// What a demo's pages get in place of the browser's own authenticator and the card in a reader (B-24, G-35).
  private static let pretended = ["authenticator.js": "demo-authenticator.js", "card.js": "demo-card.js"]
  /// The styles that every page has, in their order.
  private static let joined = ["page.css": ["tokens.css", "latchstring.css", "too-small.css", "card.css", "print.css"]]

  private static let real = Result { try StaticFiles(pretending: [:]) }
  private static let demo = Result { try StaticFiles(pretending: pretended) }

  /// Returns the files, which are read once: a program that was replaced on the disk goes on with its own.
  static func all(isDemo: Bool) throws -> StaticFiles { try (isDemo ? demo : real).get() }

  private init(pretending others: [String: String]) throws {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: Pages.folder("Public")) {
      texts[name] = try String(contentsOfFile: Pages.folder("Public/\(others[name] ?? name)"), encoding: .utf8)
    }
    for (name, parts) in Self.joined {
      texts[name] = parts.map { texts[$0] ?? "" }.joined(separator: "\n")
      for part in parts { texts[part] = nil }
    }
    let scripts = texts.filter { $0.key.hasSuffix(".js") }
    texts.merge(try ScriptFiles(scripts, readFrom: others).texts) { $1 }
    folder = "/assets/" + Self.digest(texts)
    names = Set(texts.keys)
    files = try Self.packed(texts, in: folder)
  }

  private static func digest(_ texts: [String: String]) -> String {
    var hash = SHA256()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      for part in [name, text] { hash.update(data: Data("\(part.utf8.count):\(part)".utf8)) }
    }
    return Hex.encode(hash.finalize().prefix(8))
  }

  private static func packed(_ texts: [String: String], in folder: String) throws -> [String: StaticFile] {
    let names = Set(texts.keys), tag = folder.suffix(16)
    return try texts.reduce(into: [:]) { files, file in
      let type = MediaType.getMediaType(forExtension: String(file.key.split(separator: ".").last ?? ""))
      // A map names the sources, which are under their plain names.
      let text = type == nil ? file.value : addressed(file.value, names, in: folder)
      files[file.key] = try StaticFile(
        Array(text.utf8), type: type ?? .applicationJson, tag: "\(tag)-\(file.key)")
    }
  }

  /// Returns the file with this name, if the version is this one. There is no other: a page of another version is told
  /// so by its own scripts, and a proxy may ask another server.
  func file(_ name: String, version: String) -> StaticFile? { folder == "/assets/\(version)" ? files[name] : nil }

  /// Puts this version's addresses into a template.
  func addressed(_ template: String) -> String { Self.addressed(template, names, in: folder) }

  /// Wherever `"/name` stands, and is a file's, it becomes the address of that file.
  private static func addressed(_ text: String, _ names: Set<String>, in folder: String) -> String {
    let bytes = Array(text.utf8)
    var changed: [UInt8] = []
    changed.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "/"), index > 0, bytes[index - 1] == UInt8(ascii: "\"") {
        let name = bytes[(index + 1)...].prefix { !"\"#\n".utf8.contains($0) }
        if names.contains(String(decoding: name, as: UTF8.self)) { changed += folder.utf8 }
      }
      changed.append(byte)
    }
    return String(decoding: changed, as: UTF8.self)
  }
}
