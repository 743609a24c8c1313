import Authenticator
import CTSS2
import Encoding

extension TPMConnection {
  func setAuthorization(_ value: Secret, of handle: ESYS_TR) throws(KeyStoreError) {
    let code = TPM2B_AUTH.with(value) { Esys_TR_SetAuth(esys, handle, &$0) }
    guard code == 0 else { throw TPMRefusal(code: code, command: "authorization").error }
  }

  /// - Returns: The object as only the TPM can read it, with the new value.
  func changeAuthorization(of object: ESYS_TR, under parent: ESYS_TR, to value: Secret, _ session: ESYS_TR) throws(KeyStoreError) -> [UInt8] {
    var wrapped: UnsafeMutablePointer<TPM2B_PRIVATE>?
    try TPM2B_AUTH.with(value) { value throws(KeyStoreError) in
      try run("TPM2_ObjectChangeAuth") { Esys_ObjectChangeAuth(esys, object, parent, session, Handle.none, Handle.none, &value, &wrapped) }
    }
    forget(session)
    return try Self.take(wrapped) { $0.pointee.bytes }
  }

  func changeAuthorization(ofIndex index: ESYS_TR, to value: Secret, _ session: ESYS_TR) throws(KeyStoreError) {
    try TPM2B_AUTH.with(value) { value throws(KeyStoreError) in
      try run("TPM2_NV_ChangeAuth") { Esys_NV_ChangeAuth(esys, index, session, Handle.none, Handle.none, &value) }
    }
    forget(session)
  }
}
