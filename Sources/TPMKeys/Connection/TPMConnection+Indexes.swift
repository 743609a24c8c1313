import Authenticator
import CTSS2
import Encoding

extension TPMConnection {
  enum IndexFinding: Equatable {
    case absent
    /// A different index occupies that handle.
    case foreign
    case found(ESYS_TR, written: Bool)
  }

  func find(_ area: IndexArea) throws(KeyStoreError) -> IndexFinding {
    guard let handle = try anyIndex(at: area.handle) else { return .absent }
    var given: UnsafeMutablePointer<TPM2B_NAME>?
    try run("name") { Esys_TR_GetName(esys, handle, &given) }
    let name = try Self.take(given) { $0.pointee.bytes }
    if name == area.name(written: true) { return .found(handle, written: true) }
    return name == area.name(written: false) ? .found(handle, written: false) : .foreign
  }

  /// Returns the index with this handle, whatever its Name.
  func anyIndex(at handle: UInt32) throws(KeyStoreError) -> ESYS_TR? {
    var index = Handle.none
    let refusal = attempt("TPM2_NV_ReadPublic") {
      Esys_TR_FromTPMPublic(esys, handle, Handle.none, Handle.none, Handle.none, &index)
    }
    guard let refusal else { return index }
    guard refusal.kind == .absent else { throw refusal.error }
    return nil
  }

  /// - Parameter session: Encrypts the authorization value in transit.
  func define(_ area: IndexArea, authorization: TPM2B_AUTH = .init(), session: ESYS_TR = Handle.password)
    throws(KeyStoreError) -> ESYS_TR
  {
    guard var structure = area.structure else { throw KeyStoreError(.failed) }
    var authorization = authorization, handle = Handle.none
    defer { withUnsafeMutableBytes(of: &authorization) { Wiping.wipe($0) } }
    try run("TPM2_NV_DefineSpace") {
      Esys_NV_DefineSpace(esys, Handle.owner, session, Handle.none, Handle.none, &authorization, &structure, &handle)
    }
    return handle
  }

  func undefine(_ index: ESYS_TR) throws(KeyStoreError) {
    try run("TPM2_NV_UndefineSpace") {
      Esys_NV_UndefineSpace(esys, Handle.owner, index, Handle.password, Handle.none, Handle.none)
    }
  }

  func increment(_ index: ESYS_TR) throws(KeyStoreError) {
    try run("TPM2_NV_Increment") { Esys_NV_Increment(esys, index, index, Handle.password, Handle.none, Handle.none) }
  }

  /// - Parameter authorizing: Either the index itself or the owner.
  func read(_ index: ESYS_TR, by authorizing: ESYS_TR, count: UInt16 = 8, from offset: UInt16 = 0) throws(KeyStoreError)
    -> [UInt8]
  {
    var content: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
    try run("TPM2_NV_Read") {
      Esys_NV_Read(esys, authorizing, index, Handle.password, Handle.none, Handle.none, count, offset, &content)
    }
    let bytes = try Self.take(content) { $0.pointee.bytes }
    guard bytes.count == count else { throw KeyStoreError(.failed) }
    return bytes
  }

  /// - Parameter session: A policy session that permits the write.
  func write(_ bytes: [UInt8], to index: ESYS_TR, _ session: ESYS_TR) throws(KeyStoreError) {
    guard var buffer = TPM2B_MAX_NV_BUFFER(bytes) else { throw KeyStoreError(.failed) }
    try run("TPM2_NV_Write") { Esys_NV_Write(esys, index, index, session, Handle.none, Handle.none, &buffer, 0) }
    forget(session)
  }
}

extension TPMConnection {
  /// Returns the C library's description of an index, so that the next connection need not ask the TPM for it.
  func described(_ index: ESYS_TR) throws(KeyStoreError) -> [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?, count = 0
    try run("description") { Esys_TR_Serialize(esys, index, &buffer, &count) }
    return try Self.take(buffer) { Array(UnsafeBufferPointer(start: $0, count: count)) }
  }
  func index(described: [UInt8]) throws(KeyStoreError) -> ESYS_TR {
    var handle = Handle.none
    try run("description") { Esys_TR_Deserialize(esys, described, described.count, &handle) }
    return handle
  }

  /// Returns the handles in `range` that are in use.
  func handles(in range: Range<UInt32>) throws(KeyStoreError) -> Set<UInt32> {
    Set(
      try capability(Capability.handles, range.lowerBound, most: 254, width: 1).compactMap(\.first).filter(
        range.contains))
  }
}
