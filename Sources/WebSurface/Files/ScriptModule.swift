/// A module (ECMA-262 §16.2) as a function that returns what it exports, line for line, so that several fit into one
/// file. It understands the forms that our own scripts use, and refuses every other.
struct ScriptModule: Sendable {
  let name: String
  /// The modules that it imports, in their order.
  private(set) var imports: [String] = []
  /// The names that it exports.
  var exports: [String] { values.map(\.name) }
  /// The number of its lines.
  private(set) var lineCount = 0
  private var values: [(name: String, value: String)] = []
  private var text = ""

  /// - Throws: `OpenerError.module` for a form that is not understood.
  init(_ name: String, _ source: String, in forms: ScriptForms) throws(OpenerError) {
    self.name = name
    var statement = ""
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      lineCount += 1
      statement += line
      let isDeclaration = statement.hasPrefix("import") || statement.hasPrefix("export")
      if isDeclaration {
        if statement.wholeMatch(of: forms.unfinished) != nil {  // a list goes on in the next line
          statement += "\n"
          continue
        }
        guard let changed = understood(statement, in: forms) else { throw .module(name) }
        statement = changed
      }
      guard statement.hasPrefix(" ") || !waits(statement, in: forms) else { throw .module(name) }
      text += statement + "\n"
      statement = ""
    }
    guard statement.isEmpty, Set(exports).count == values.count else { throw .module(name) }
  }

  /// The function, which puts what it returns into `modules`; its first line and its last two are not the module's.
  var function: String {
    let list = values.map { $0.name == $0.value ? $0.name : "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "modules[\"\(name)\"] = (() => {\n\(text)return { \(list) };\n})();\n"
  }

  /// Whether a line outside every function waits: such a module cannot be a function that returns at once.
  private func waits(_ line: String, in forms: ScriptForms) -> Bool {
    line.wholeMatch(of: forms.waiting) != nil && !line.contains("async")
  }

  private mutating func understood(_ statement: String, in forms: ScriptForms) -> String? {
    if let found = statement.wholeMatch(of: forms.run) {
      imports.append(String(found.1))
      return ""
    }
    if let found = statement.wholeMatch(of: forms.whole) {
      imports.append(String(found.2))
      return "const \(found.1) = modules[\"\(found.2)\"];"
    }
    if let found = statement.wholeMatch(of: forms.names) {
      imports.append(String(found.2))
      return "const {\(found.1.replacing(" as ", with: ": "))} = modules[\"\(found.2)\"];"
    }
    if let found = statement.wholeMatch(of: forms.passedOn) {
      imports.append(String(found.2))
      // The module may import the same names for itself.
      values += Self.names(in: found.1).map { ($0, "modules[\"\(found.2)\"].\($0)") }
      return String(repeating: "\n", count: statement.count { $0 == "\n" })
    }
    if let found = statement.wholeMatch(of: forms.unpacked) {
      values += Self.names(in: found.2).map { ($0, $0) }
      return String(found.1)
    }
    if let found = statement.wholeMatch(of: forms.declared) {
      values.append((String(found.2), String(found.2)))
      return String(found.1)
    }
    return nil
  }

  private static func names(in list: Substring) -> [String] {
    list.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
}
