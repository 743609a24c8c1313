import Foundation
import Testing

@testable import HTTPConnections

/// The lines of a log that are written several at a time.
@Suite struct BufferedLinesTests {
  @Test("many lines from many writers arrive whole, each once, and those of one writer in their order")
  func whole() async throws {
    let pipe = Pipe(), lines = BufferedLines(pipe.fileHandleForWriting.fileDescriptor)
    // All of it fits into the pipe: a writer that waited would keep a thread that the others need.
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { for number in 0..<300 { lines.write("\(writer) \(number) of a log\n") } }
      }
    }
    lines.flush()
    try pipe.fileHandleForWriting.close()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    var next = [Int](repeating: 0, count: 8)
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " "), writer = try #require(Int(words[0]))
      #expect(Int(words[1]) == next[writer] && words.count == 5)
      next[writer] += 1
    }
    #expect(next.allSatisfy { $0 == 300 })
  }

  @Test("a line that nothing follows is written all the same") func alone() throws {
    let pipe = Pipe(), lines = BufferedLines(pipe.fileHandleForWriting.fileDescriptor)
    lines.write("alone\n")
    #expect(pipe.fileHandleForReading.availableData == Data("alone\n".utf8))
  }
}
