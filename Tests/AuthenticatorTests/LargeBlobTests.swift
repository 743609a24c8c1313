import Authenticator
import Crypto
import Encoding
import Testing

@Suite struct LargeBlobTests {
  private func array(_ count: Int) -> [UInt8] {
    CBORValue.array([.bytes([UInt8](repeating: 7, count: count)[...])]).encoded()
  }
  private func number(_ key: Int64, _ value: CBORValue) -> CBOREntry { CBOREntry(key: .integer(key), value: value) }
  private func request(_ entries: [CBOREntry]) -> [UInt8] { [0x0c] + CBORValue.map(entries).encoded() }

  @Test("The array is initially empty, and one sent in two messages reads back across processes")
  func fragments() async throws {
    let device = try await Device.ready()
    #expect(try await device.client.readLargeBlobs().first == 0x80)
    let content = array(8000)
    try await device.client.writeLargeBlobs(content, try await device.token(.largeBlobWrite, rpID: nil))
    #expect(try await Array(device.reopened().client.readLargeBlobs().dropLast(16)) == content)
  }

  @Test("An incomplete write, or one with a wrong hash, changes nothing")
  func integrity() async throws {
    let device = try Device(alwaysVerifies: false)
    try await device.client.writeLargeBlobs(array(20), nil)
    let before = try await device.client.readLargeBlobs()
    let broken = array(30) + [UInt8](repeating: 0, count: 16)
    #expect(
      await device.status(
        request([number(2, .bytes(broken[...])), number(3, .integer(0)), number(4, .integer(Int64(broken.count)))]))
        == .integrityFailure)
    #expect(
      await device.status(request([number(2, .bytes([1])), number(3, .integer(0)), number(4, .integer(100))]))
        == .success)
    #expect(try await device.client.readLargeBlobs() == before)
  }

  @Test("Each misuse has its own error")
  func errors() async throws {
    let device = try Device(alwaysVerifies: false)
    let fragment = number(2, .bytes([UInt8](repeating: 0, count: 20)[...]))
    let cases: [([CBOREntry], CTAPStatus)] = [
      ([number(1, .integer(5))], .invalidParameter),
      ([number(3, .integer(0))], .invalidParameter),
      ([number(1, .integer(5)), fragment, number(3, .integer(0))], .invalidParameter),
      ([number(1, .integer(5)), number(3, .integer(0)), number(4, .integer(5))], .invalidParameter),
      ([number(1, .integer(7546)), number(3, .integer(0))], .invalidLength),
      ([number(1, .integer(5)), number(3, .integer(18))], .invalidParameter),
      ([fragment, number(3, .integer(0))], .invalidParameter),
      ([fragment, number(3, .integer(0)), number(4, .integer(8193))], .largeBlobStorageFull),
      ([fragment, number(3, .integer(0)), number(4, .integer(16))], .invalidParameter),
      ([fragment, number(3, .integer(0)), number(4, .integer(17))], .invalidParameter),
      ([fragment, number(3, .integer(20))], .invalidSequence),
      ([fragment, number(3, .integer(20)), number(4, .integer(20))], .invalidParameter),
    ]
    for (entries, status) in cases { #expect(await device.status(request(entries)) == status, "\(entries)") }
    #expect(try await device.client.readLargeBlobs().count == 17)
  }

  @Test("One client's fragments cannot be continued by another client, or after another command")
  func interleaved() async throws {
    let device = try Device(alwaysVerifies: false)
    let first = request([number(2, .bytes([1])), number(3, .integer(0)), number(4, .integer(100))])
    let second = request([number(2, .bytes([1])), number(3, .integer(1))])
    #expect(await device.status(first, on: 1) == .success)
    #expect(await device.status(second, on: 2) == .invalidSequence)
    #expect(await device.status(second, on: 1) == .success)
    #expect(await device.status([0x04], on: 1) == .success)
    #expect(await device.status(second, on: 1) == .invalidSequence)
  }

  @Test("Writing requires the PIN once it is set, and always with alwaysUv; reading does not")
  func verification() async throws {
    let device = try Device()
    await #expect(throws: CTAPStatus.puatRequired) { try await device.client.writeLargeBlobs(array(1), nil) }
    try await device.client.setPIN(Secret(utf8: Device.pin))
    await #expect(throws: CTAPStatus.puatRequired) { try await device.client.writeLargeBlobs(array(1), nil) }
    _ = try await device.client.readLargeBlobs()
  }

  @Test("A token for both sign-in and writing still allows writing after the sign-in")
  func afterSignIn() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device).verdict.credential
    let token = try await device.token([.getAssertion, .largeBlobWrite])
    _ = try await Site().signIn(device.client, record) { $0.token = token }
    try await device.client.writeLargeBlobs(array(9), token)
    #expect(try await Array(device.client.readLargeBlobs().dropLast(16)) == array(9))
  }

  @Test("On a full disk the old array is kept")
  func full() async throws {
    let device = try Device(alwaysVerifies: false)
    try await device.client.writeLargeBlobs(array(2), nil)
    device.storage.will { $0.isFull = true }
    await #expect(throws: CTAPStatus.largeBlobStorageFull) { try await device.client.writeLargeBlobs(array(3), nil) }
    #expect(try await Array(device.client.readLargeBlobs().dropLast(16)) == array(2))
  }
}
