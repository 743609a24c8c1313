import Authenticator
import CSecureShell
import Encoding
import Foundation
import Synchronization

// The functions that OpenSSH calls in a library named by `SSH_SK_PROVIDER`. OpenSSH calls one of them, in a separate
// process, and frees the results.

/// Returns the interface's version, which OpenSSH requests first.
@c(sk_api_version) public func version() -> UInt32 {
  LoadedLibrary.keep(with: version)
  return 0x000a_0000
}

/// Creates a key. Returns 0 or an error number.
@c(sk_enroll) public func enroll(
  _ kind: UInt32, _ challenge: UnsafePointer<UInt8>?, _ challengeLength: Int, _ application: UnsafePointer<CChar>?,
  _ flags: UInt8,
  _ pin: UnsafePointer<CChar>?, _ options: UnsafeMutablePointer<UnsafeMutablePointer<shell_option>?>?,
  _ response: UnsafeMutablePointer<UnsafeMutablePointer<shell_key>?>?
) -> Int32 {
  let challenge = bytes(challenge, challengeLength), flags = KeyFlags(rawValue: flags)
  return outcome {
    let application = try text(application), options = try ProviderOptions(options),
      key = try securityKey(options, pin, kind)
    let made = try waiting {
      try await key.make(application: application, challenge: challenge, user: options.user, flags)
    }
    guard let given = GivenMemory.one(shell_key.self) else { throw ProviderError(.general) }
    given.pointee = shell_key(publicPoint: made.publicPoint, credentialID: made.credentialID, flags: made.flags)
    (given.pointee.signature, given.pointee.signature_length) = (GivenMemory.copy(made.signature), made.signature.count)
    if !made.certificate.isEmpty {
      (given.pointee.certificate, given.pointee.certificate_length) = (
        GivenMemory.copy(made.certificate), made.certificate.count
      )
    }
    let data = CBORValue.bytes(made.authenticatorData[...]).encoded()
    (given.pointee.authenticator_data, given.pointee.authenticator_data_length) = (GivenMemory.copy(data), data.count)
    response?.pointee = given
  }
}

/// Signs with a key. Returns 0 or an error number.
@c(sk_sign) public func sign(
  _ kind: UInt32, _ message: UnsafePointer<UInt8>?, _ messageLength: Int, _ application: UnsafePointer<CChar>?,
  _ handle: UnsafePointer<UInt8>?,
  _ handleLength: Int, _ flags: UInt8, _ pin: UnsafePointer<CChar>?,
  _ options: UnsafeMutablePointer<UnsafeMutablePointer<shell_option>?>?,
  _ response: UnsafeMutablePointer<UnsafeMutablePointer<shell_signature>?>?
) -> Int32 {
  let message = bytes(message, messageLength), handle = bytes(handle, handleLength), flags = KeyFlags(rawValue: flags)
  return outcome {
    let application = try text(application), key = try securityKey(ProviderOptions(options), pin, kind)
    let signed = try waiting { try await key.sign(message, application: application, credentialID: handle, flags) }
    guard let given = GivenMemory.one(shell_signature.self) else { throw ProviderError(.general) }
    (given.pointee.flags, given.pointee.counter) = (signed.flags, signed.counter)
    (given.pointee.r, given.pointee.r_length) = (GivenMemory.copy(signed.r), signed.r.count)
    (given.pointee.s, given.pointee.s_length) = (GivenMemory.copy(signed.s), signed.s.count)
    response?.pointee = given
  }
}

/// Lists the keys that the authenticator stores. Returns 0 or an error number.
@c(sk_load_resident_keys) public func loadResidentKeys(
  _ pin: UnsafePointer<CChar>?, _ options: UnsafeMutablePointer<UnsafeMutablePointer<shell_option>?>?,
  _ response: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<shell_resident_key>?>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  outcome {
    let key = try securityKey(ProviderOptions(options), pin, KeyKind.ecdsa)
    let remembered = try waiting { try await key.remembered() }
    guard let list = GivenMemory.one(UnsafeMutablePointer<shell_resident_key>?.self, count: remembered.count) else {
      throw ProviderError(.general)
    }
    for (slot, one) in remembered.enumerated() {
      guard let given = GivenMemory.one(shell_resident_key.self) else { throw ProviderError(.general) }
      let flags: KeyFlags =
        one.needsVerification ? [.needsPresence, .isResident, .needsVerification] : [.needsPresence, .isResident]
      given.pointee.algorithm = KeyKind.ecdsa
      given.pointee.slot = slot
      given.pointee.application = strdup(one.application)
      given.pointee.key = shell_key(publicPoint: one.publicPoint, credentialID: one.credentialID, flags: flags)
      given.pointee.flags = one.needsVerification ? KeyFlags.needsVerification.rawValue : 0
      (given.pointee.user_id, given.pointee.user_id_length) = (GivenMemory.copy(one.userID), one.userID.count)
      list[slot] = given
    }
    response?.pointee = list
    count?.pointee = remembered.count
  }
}

private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
}

private func text(_ start: UnsafePointer<CChar>?) throws(ProviderError) -> String {
  guard let text = start.flatMap({ String(validatingCString: $0) }) else {
    throw ProviderError(.general, "the application has no name")
  }
  return text
}

private func securityKey(
  _ options: ProviderOptions, _ pin: UnsafePointer<CChar>?, _ kind: UInt32
) throws(ProviderError) -> SecurityKey {
  guard kind == KeyKind.ecdsa else { throw ProviderError(cause: CTAPStatus.unsupportedAlgorithm) }
  let line = try SocketLine(path: options.socket)
  let typed = pin.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
  return SecurityKey(CTAPClient { try line.exchange($0) }, pin: typed.flatMap { $0.isEmpty ? nil : Secret($0) })
}

private func outcome(_ work: () throws -> Void) -> Int32 {
  do {
    try work()
    return 0
  } catch {
    let error = ProviderError(cause: error)
    if !error.sentence.isEmpty { FileHandle.standardError.write(Data("latchstring: \(error.sentence)\n".utf8)) }
    return error.code.rawValue
  }
}

/// Blocks until the work is done; the process does nothing else.
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0), kept = Kept<Value>()
  Task {
    do {
      let value = try await work()
      kept.result.withLock { $0 = .success(value) }
    } catch { kept.result.withLock { $0 = .failure(error) } }
    done.signal()
  }
  done.wait()
  guard let result = kept.result.withLock({ $0 }) else { throw ProviderError(.general) }
  return try result.get()
}

private final class Kept<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}

/// Memory that OpenSSH frees with `free`.
enum GivenMemory {
  /// Returns a copy that is never null, because OpenSSH treats a missing part as an error, but not an empty one.
  static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
    let copy = malloc(max(1, bytes.count))?.assumingMemoryBound(to: UInt8.self)
    copy?.update(from: bytes, count: bytes.count)
    return copy
  }

  /// Returns zeroed memory for one or more values.
  static func one<Value>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value>? {
    calloc(max(1, count), MemoryLayout<Value>.stride)?.assumingMemoryBound(to: type)
  }
}

extension shell_key {
  init(publicPoint: [UInt8], credentialID: [UInt8], flags: KeyFlags) {
    self.init()
    self.flags = flags.rawValue
    (public_key, public_key_length) = (GivenMemory.copy(publicPoint), publicPoint.count)
    (key_handle, key_handle_length) = (GivenMemory.copy(credentialID), credentialID.count)
  }
}

/// This library, as loaded by the current process.
enum LoadedLibrary {
  private typealias AddressOf = @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<loaded_library>) -> Int32
  /// RTLD_NODELETE, which is not visible from Swift.
  private static let neverUnload: Int32 = 0x1000

  /// Keeps the library loaded. OpenSSH unloads its provider after receiving the result, but Swift's threads outlive
  /// that, and their code must stay mapped.
  static func keep(with function: @convention(c) () -> UInt32) {
    guard let symbol = dlsym(nil, "dladdr") else { return }
    var library = loaded_library()
    guard unsafeBitCast(symbol, to: AddressOf.self)(unsafeBitCast(function, to: UnsafeRawPointer.self), &library) != 0,
      let path = library.path
    else { return }
    _ = dlopen(path, RTLD_NOW | neverUnload)
  }
}
