import Encoding
import Testing

@testable import Encoding

@Suite struct SecretTests {
  @Test("wiping leaves nothing but zeros")
  func wiping() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: [UInt8](repeating: 0xA5, count: 64))
    Wiping.wipe(UnsafeMutableRawBufferPointer(rebasing: buffer[0..<63]))
    #expect(buffer.dropLast().allSatisfy { $0 == 0 } && buffer.last == 0xA5)
    var bytes: [UInt8] = [1, 2, 3]
    Wiping.wipe(&bytes)
    #expect(bytes == [0, 0, 0])
    Wiping.wipe(UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }

  @Test("secrets are joined and compared by their bytes, and print as a dot")
  func secrets() {
    let joined = Secret(joining: [Secret([1, 2]), Secret([]), Secret([3])])
    #expect(joined.withBytes { Array($0) } == [1, 2, 3])
    #expect(
      joined.matches(Secret([1, 2, 3])) && !joined.matches(Secret([1, 2, 4])) && !joined.matches(Secret([1, 2])))
    #expect("\(joined)" == "•" && String(reflecting: joined) == "•")
    var dumped = ""
    dump(joined, to: &dumped)
    #expect(!dumped.contains("1"))
    #expect(Secret(byteCount: 2) { $0[1] = 7 }.withBytes { Array($0) } == [0, 7])
  }
}
