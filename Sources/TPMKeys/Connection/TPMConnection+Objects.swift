import Authenticator
import CTSS2
import Encoding

/// An object as stored on disk: the part of its public area that the TPM generated, and the part that only the TPM can
/// read.
struct StoredObject: Hashable {
  /// The object's unique value: a compressed point, or 32 bytes of a keyed hash.
  var unique: [UInt8]
  /// The part that only the TPM can read: the content of a TPM2B_PRIVATE.
  var wrapped: [UInt8]
}

extension TPMConnection {
  func createPrimary(_ area: PublicArea = .primary, in hierarchy: ESYS_TR = Handle.owner) throws(KeyStoreError) -> (
    handle: ESYS_TR, name: [UInt8]
  ) {
    guard var area = area.structure else { throw KeyStoreError(.failed) }
    var sensitive = TPM2B_SENSITIVE_CREATE(), outside = TPM2B_DATA(), registers = TPML_PCR_SELECTION()
    var handle = Handle.none, made: UnsafeMutablePointer<TPM2B_PUBLIC>?
    try run("TPM2_CreatePrimary") {
      Esys_CreatePrimary(
        esys, hierarchy, Handle.password, Handle.none, Handle.none, &sensitive, &area, &outside, &registers, &handle,
        &made, nil, nil, nil)
    }
    _ = keep(handle)
    return (handle, try Self.take(made) { PublicArea($0)?.name })
  }

  /// - Parameter session: Encrypts the authorization value, if there is one, in transit.
  func create(
    _ area: PublicArea, under parent: ESYS_TR, authorization: TPM2B_AUTH = .init(), session: ESYS_TR = Handle.password
  )
    throws(KeyStoreError) -> (object: StoredObject, area: TPM2B_PUBLIC)
  {
    guard var structure = area.structure else { throw KeyStoreError(.failed) }
    var sensitive = TPM2B_SENSITIVE_CREATE(), outside = TPM2B_DATA(), registers = TPML_PCR_SELECTION()
    sensitive.sensitive.userAuth = authorization
    defer { withUnsafeMutableBytes(of: &sensitive) { Wiping.wipe($0) } }
    var wrapped: UnsafeMutablePointer<TPM2B_PRIVATE>?, made: UnsafeMutablePointer<TPM2B_PUBLIC>?
    try run("TPM2_Create") {
      Esys_Create(
        esys, parent, session, Handle.none, Handle.none, &sensitive, &structure, &outside, &registers, &wrapped, &made,
        nil, nil, nil)
    }
    defer { Esys_Free(made) }
    let bytes = try Self.take(wrapped) { $0.pointee.bytes }
    guard let given = made?.pointee else { throw KeyStoreError(.failed) }
    let unique =
      given.publicArea.type == Algorithm.ecc ? CurvePoint(given)?.compressed : given.publicArea.unique.keyedHash.bytes
    guard let unique else { throw KeyStoreError(.failed) }
    return (StoredObject(unique: unique, wrapped: bytes), given)
  }

  func load(_ area: PublicArea, _ wrapped: [UInt8], under parent: ESYS_TR) throws(KeyStoreError) -> ESYS_TR {
    guard var structure = area.structure, var secret = TPM2B_PRIVATE(wrapped) else { throw KeyStoreError(.unknownKey) }
    var handle = Handle.none
    try run("TPM2_Load") {
      Esys_Load(esys, parent, Handle.password, Handle.none, Handle.none, &secret, &structure, &handle)
    }
    return keep(handle)
  }

  /// Returns the object's saved context, which this TPM accepts back until it is restarted. Restoring a context is
  /// quicker than creating or loading the object.
  func saved(_ handle: ESYS_TR) throws(KeyStoreError) -> SavedObject {
    var context: UnsafeMutablePointer<TPMS_CONTEXT>?
    try run("TPM2_ContextSave") { Esys_ContextSave(esys, handle, &context) }
    return try Self.take(context) { SavedObject($0) }
  }

  /// Restores a saved object; returns `nil` if the TPM does not accept the context.
  func restored(_ object: SavedObject) -> ESYS_TR? {
    var handle = Handle.none
    let isDone = object.withContext { context in
      attempt("TPM2_ContextLoad") { Esys_ContextLoad(esys, context, &handle) } == nil
    }
    return isDone == true ? keep(handle) : nil
  }
}

/// An object that the TPM exported encrypted, to be restored soon. It is never written to disk, because a restarted TPM
/// does not accept it.
struct SavedObject {
  private let bytes: [UInt8]

  /// Encodes a context; returns `nil` if the C library cannot encode it.
  init?(_ context: UnsafePointer<TPMS_CONTEXT>) {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<TPMS_CONTEXT>.size + 64), length = 0
    guard Tss2_MU_TPMS_CONTEXT_Marshal(context, &buffer, buffer.count, &length) == 0 else { return nil }
    bytes = Array(buffer.prefix(length))
  }

  /// Calls `use` with the context; returns `nil` if the C library cannot decode it. The structure is larger than the
  /// tuples that Swift imports from C, so it is only ever accessed through its address.
  func withContext<Result>(_ use: (UnsafePointer<TPMS_CONTEXT>) -> Result) -> Result? {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: MemoryLayout<TPMS_CONTEXT>.size, alignment: MemoryLayout<TPMS_CONTEXT>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    guard let context = memory.baseAddress?.assumingMemoryBound(to: TPMS_CONTEXT.self) else { return nil }
    var offset = 0
    guard Tss2_MU_TPMS_CONTEXT_Unmarshal(bytes, bytes.count, &offset, context) == 0 else { return nil }
    return use(context)
  }
}
