import Foundation
import Testing

@testable import WebSurface

/// The pages' modules as they are joined.
@Suite struct ScriptFilesTests {
  private static func sources() throws -> [String: String] {
    let folder = Pages.folder("Public"), names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".js") }
      .reduce(into: [:]) { $0[$1] = try String(contentsOfFile: "\(folder)/\($1)", encoding: .utf8) }
  }

  @Test("each module is in one file, after what it imports, and its name leads there") func once() throws {
    let sources = try Self.sources(), texts = try ScriptFiles(sources).texts
    for name in sources.keys {
      let homes = texts.filter { $0.value.contains("modules[\"\(name)\"] = (() => {") }
      #expect(homes.count == 1, "\(name)")
      let home = try #require(homes.first), text = try #require(texts[name])
      #expect(home.key == name || text.contains("import { modules } from \"/\(home.key)\";"), "\(name)")
    }
    let page = try #require(texts["page.js"]), hands = try #require(texts["hands.js"])
    #expect(page.matches(of: #/^import /#.anchorsMatchLineEndings()).isEmpty, "it comes by itself")
    #expect(hands.matches(of: #/^import .* from "(.*)";/#.anchorsMatchLineEndings()).count <= 2)
    #expect(hands.contains("export const { begin } = modules[\"hands.js\"];"))
  }

  @Test("a module that imports itself in a circle, waits, or lacks what it imports is refused") func refused() {
    let refused: [(sources: [String: String], name: String)] = [
      (
        ["a.js": "import { b } from \"/b.js\";\nexport const a = 1;\n", "b.js": "import { a } from \"/a.js\";\n"],
        "b.js"
      ),
      (["a.js": "const text = await fetch(\"/\");\n"], "a.js"), (["a.js": "await 1;\n"], "a.js"),
      (["a.js": "import { b } from \"/b.js\";\n"], "b.js"),
      (["a.js": "import b from \"/b.js\";\n", "b.js": "\n"], "a.js"),
    ]
    for (sources, name) in refused {
      let all = ["page.js": "import \"/a.js\";\n"].merging(sources) { $1 }
      let thrown = #expect(throws: OpenerError.self) { try ScriptFiles(all) }
      #expect(thrown == .module(name), "\(sources)")
    }
  }

  @Test("the map leads from each line of a file to the line that stands in the source") func lines() throws {
    let sources = try Self.sources(), texts = try ScriptFiles(sources).texts
    for name in ["page.js", "hands.js", "verify.js"] {
      let file = try #require(texts[name]).components(separatedBy: "\n")
      let map = try JSONDecoder().decode(Map.self, from: Data(try #require(texts[name + ".map"]).utf8))
      var source = 0, line = 0, count = 0
      for (index, segment) in map.mappings.components(separatedBy: ";").enumerated() where !segment.isEmpty {
        let steps = Map.numbers(in: segment)
        #expect(steps.count == 4 && steps[0] == 0 && steps[3] == 0)
        source += steps[1]
        line += steps[2]
        count += 1
        let written = try #require(sources[String(map.sources[source].dropFirst())]).components(separatedBy: "\n")[line]
        let isSame = file[index] == written || written.contains(#/^(import|export|  |} from)/#)
        #expect(isSame, "\(name):\(index + 1) is said to be \(map.sources[source]):\(line + 1)")
      }
      #expect(count > 50)
    }
  }

  private struct Map: Decodable {
    let sources: [String], mappings: String

    static func numbers(in segment: String) -> [Int] {
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
      var numbers: [Int] = [], value = 0, shift = 0
      for digit in segment.compactMap({ alphabet.firstIndex(of: $0) }) {
        value |= (digit & 31) << shift
        shift += 5
        guard digit & 32 == 0 else { continue }
        numbers.append(value & 1 == 1 ? -(value >> 1) : value >> 1)
        (value, shift) = (0, 0)
      }
      return numbers
    }
  }
}
