import Authenticator
import Crypto
import Encoding

/// Turns an input into a request as sent by a platform that knows the PIN: it fills in what the fuzzer cannot compute.
struct Authorized {
  private let scene: Scene
  init(_ scene: Scene) { self.scene = scene }

  /// A byte string of two bytes, 0xfe and a number, stands for the id of that credential.
  func request(_ bytes: [UInt8]) async -> [UInt8] {
    guard let command = bytes.first, let value = try? CBORValue(decoding: Array(bytes.dropFirst())),
      case .map(var entries) = withIDs(value)
    else { return bytes }
    func member(_ key: Int64) -> CBORValue? { entries.first { $0.key == .integer(key) }?.value }
    func add(_ members: [(Int64, CBORValue)]) {
      entries.removeAll { entry in members.contains { entry.key == .integer($0.0) } }
      entries += members.map { CBOREntry(key: .integer($0.0), value: $0.1) }
    }
    let number = member(1)?.integer ?? 0, selector = [UInt8(truncatingIfNeeded: number)],
      all = [UInt8](repeating: 0xff, count: 32)
    let (rpID, message, places): (String?, [UInt8], (parameter: Int64, version: Int64))
    switch command {
    case 0x01: (rpID, message, places) = (member(2)?["id"]?.text, member(1)?.byteString.map(Array.init) ?? [], (8, 9))
    case 0x02: (rpID, message, places) = (member(1)?.text, member(2)?.byteString.map(Array.init) ?? [], (6, 7))
    case 0x0a: (rpID, message, places) = (nil, selector + (member(2)?.encoded() ?? []), (4, 3))
    case 0x0c:
      let offset = UInt32(truncatingIfNeeded: member(3)?.integer ?? 0)
      let fragment = Array(SHA256.hash(data: member(2)?.byteString.map(Array.init) ?? []))
      (rpID, message, places) = (
        nil, all + [0x0c, 0] + withUnsafeBytes(of: offset.littleEndian) { Array($0) } + fragment, (5, 6)
      )
    case 0x0d: (rpID, message, places) = (nil, all + [0x0d] + selector + (member(2)?.encoded() ?? []), (4, 3))
    default: return [command] + CBORValue.map(entries).encoded()
    }
    let permissions: TokenPermissions =
      command < 3
      ? [.makeCredential, .getAssertion] : [.credentialManagement, .largeBlobWrite, .authenticatorConfiguration]
    if let token = try? await scene.client.token(
      pin: Scene.pin, permissions, rpID: command < 3 ? rpID ?? Scene.site : nil)
    {
      add([(places.parameter, .bytes(token.parameter(over: message)[...])), (places.version, .integer(2))])
    }
    return [command] + CBORValue.map(entries).encoded()
  }

  private func withIDs(_ value: CBORValue) -> CBORValue {
    switch value {
    case .bytes(let bytes) where bytes.count == 2 && bytes.first == 0xfe:
      let ids = Scene.ids.withLock { $0 }
      return ids.isEmpty ? value : .bytes(ids[Int(bytes.last ?? 0) % ids.count][...])
    case .array(let items): return .array(items.map(withIDs))
    case .map(let entries): return .map(entries.map { CBOREntry(key: $0.key, value: withIDs($0.value)) })
    default: return value
    }
  }
}
