import Foundation
import Testing

@testable import PasskeyHands

@Suite struct NativeMessagesTests {
  @Test("Messages arrive whole, however they are split in transit") func cuts() throws {
    let texts = ["{}", "", String(repeating: "a", count: 300)],
      all = try texts.flatMap { try NativeMessages.framed(Array($0.utf8)) }
    for step in [1, 2, 3, 5, 7, all.count] {
      var reader = NativeMessages(), found: [[UInt8]] = []
      for start in stride(from: 0, to: all.count, by: step) {
        found += reader.take(all[start..<min(start + step, all.count)])
      }
      #expect(found == texts.map { Array($0.utf8) })
    }
  }

  @Test("The length is in the machine's native byte order") func framing() throws {
    let length = withUnsafeBytes(of: UInt32(300)) { Array($0) }
    #expect(try NativeMessages.framed([UInt8](repeating: 7, count: 300)).prefix(5) == length + [7])
  }

  @Test("No message is longer than a browser sends or accepts") func limits() throws {
    var reader = NativeMessages()
    #expect(reader.take(withUnsafeBytes(of: UInt32(64 << 20)) { Array($0) }).isEmpty)
    #expect(!reader.isBroken)
    var other = NativeMessages()
    #expect(other.take(withUnsafeBytes(of: UInt32(64 << 20) + 1) { Array($0) }).isEmpty)
    #expect(other.isBroken)
    #expect(try NativeMessages.framed([UInt8](repeating: 0, count: 1 << 20)).count == (1 << 20) + 4)
    #expect(throws: NativeMessages.TooLong()) { try NativeMessages.framed([UInt8](repeating: 0, count: (1 << 20) + 1)) }
  }

  @Test("A port delivers messages until the other side hangs up or sends an invalid one", arguments: [false, true])
  func port(isNonsense: Bool) async throws {
    var toHost: [Int32] = [-1, -1], toBrowser: [Int32] = [-1, -1]
    try #require(pipe(&toHost) == 0 && pipe(&toBrowser) == 0)
    let port = NativePort(input: toHost[0], output: toBrowser[1]), messages = port.messages()
    let end: [UInt8] = isNonsense ? [0xff, 0xff, 0xff, 0xff, 1, 2, 3] : []
    let bytes = try NativeMessages.framed(Array("one".utf8)) + NativeMessages.framed(Array("two".utf8)) + end
    #expect(bytes.withUnsafeBytes { write(toHost[1], $0.baseAddress, $0.count) } == bytes.count)
    if !isNonsense { close(toHost[1]) }
    var found: [String] = []
    for await message in messages { found.append(String(decoding: message, as: UTF8.self)) }
    #expect(found == ["one", "two"])
    #expect(port.send(Array("{}".utf8)))
    #expect(!port.send([UInt8](repeating: 0, count: 2 << 20)))
    var answer = [UInt8](repeating: 0, count: 16)
    #expect(read(toBrowser[0], &answer, 16) == 6)
    for descriptor in [toHost[0], toBrowser[0], toBrowser[1]] + (isNonsense ? [toHost[1]] : []) { close(descriptor) }
  }
}
