/// The pages' scripts as they are sent. Modules that are needed together travel in one file, and each module is in one
/// file only: what it keeps in memory, such as an open journal, exists once in a page. The address of every other
/// module leads into the file that it is in.
struct ScriptFiles {
  /// What is joined: these modules, and what they import, unless an earlier line has it. The last one names the file.
  /// What no line has is in a file of its own.
  private static let together = [
    ["page.js"],
    ["times.js"],
    ["passkey-signals.js", "lists.js", "kit.js", "hands-link.js"],
    ["hands.js"],
    ["round.js", "escrow-plan.js"],
    ["waysback.js"],
    ["what-if.js"],
    ["holdings.js", "thing-names.js"],
    ["open-journal.js"],
    ["journal.js"],
    ["summary.js"],
    ["open-home.js"],
    ["things.js"],
  ]
  private let modules: [String: ScriptModule]
  /// The name of the file that a module is in.
  private var places: [String: String] = [:]
  /// The texts of the files and of their source maps, by name.
  private(set) var texts: [String: String] = [:]

  /// - Parameters:
  ///   - sources: The modules' texts, by name.
  ///   - names: The file that a module was read from, if it is not called so itself.
  init(_ sources: [String: String], readFrom names: [String: String] = [:]) throws(OpenerError) {
    let forms = ScriptForms()
    var modules: [String: ScriptModule] = [:]
    for (name, source) in sources { modules[name] = try ScriptModule(name, source, in: forms) }
    self.modules = modules
    for heads in Self.together + modules.keys.sorted().map({ [$0] }) {
      var own: [ScriptModule] = []
      for head in heads { try gather(head, into: &own, for: heads[heads.count - 1]) }
      if !own.isEmpty { write(own, readFrom: names) }
    }
  }

  /// Adds a module after those that it imports, as a browser would run them.
  private mutating func gather(_ name: String, into own: inout [ScriptModule], for file: String) throws(OpenerError) {
    guard places[name] == nil else { return }
    guard let module = modules[name] else { throw .module(name) }
    places[name] = file
    for imported in module.imports {
      try gather(imported, into: &own, for: file)
      // Two modules that import each other cannot both come after the other.
      guard places[imported] != file || own.contains(where: { $0.name == imported }) else { throw .module(name) }
    }
    own.append(module)
  }

  private mutating func write(_ own: [ScriptModule], readFrom names: [String: String]) {
    guard let head = own.last else { return }
    var others: [String] = []
    for place in own.flatMap(\.imports).compactMap({ places[$0] }) where place != head.name && !others.contains(place) {
      others.append(place)
    }
    var text = others.enumerated().map { "import { modules as others\($0) } from \"/\($1)\";\n" }.joined()
    text += "export const modules = { \(others.indices.map { "...others\($0)" }.joined(separator: ", ")) };\n"
    var map = SourceMap()
    map.skip(others.count + 1)
    for module in own {
      text += module.function
      map.skip(1)
      map.add("/" + (names[module.name] ?? module.name), lines: module.lineCount)
      map.skip(2)
      if module.name != head.name { texts[module.name] = lead(to: module, in: head.name) }
    }
    text += "export const { \(head.exports.joined(separator: ", ")) } = modules[\"\(head.name)\"];\n"
    texts[head.name] = text + "//# sourceMappingURL=\(head.name).map\n"
    texts[head.name + ".map"] = map.text
  }

  private func lead(to module: ScriptModule, in file: String) -> String {
    """
    import { modules } from "/\(file)";
    export const { \(module.exports.joined(separator: ", ")) } = modules["\(module.name)"];

    """
  }
}
