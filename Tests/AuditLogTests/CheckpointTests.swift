import Model
import Testing

@testable import AuditLog

/// Signed heads of the log.
@Suite struct CheckpointTests {
  let signer: CheckpointSigner
  let head = AuditHead(position: 417, digest: Array(0..<32))
  init() throws { signer = try #require(CheckpointSigner(name: "latchstring.example/audit", seed: Array(1...32))) }

  /// The example of the documentation of Go's `golang.org/x/mod/sumdb/note`.
  @Test("a note that another program signed is read with its key, and not once it is changed") func foreign() throws {
    let key = try #require(CheckpointKey(text: "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"))
    let text = """
      If you think cryptography is the answer to your problem,
      then you don't know what your problem is.

      """
    let note = """
      \(text)
      — PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=

      """
    #expect(key.text(of: note) == text)
    #expect(key.text(of: note.replacing("problem is", with: "answer is")) == nil)
    #expect(key.checkpoint(in: note) == nil, "it is no checkpoint")
  }

  @Test("a checkpoint is read as it was signed, with its own key alone") func own() throws {
    let note = try signer.note(of: head)
    #expect(
      note.hasPrefix(
        "latchstring.example/audit\n417\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n— latchstring.example/audit "))
    #expect(signer.key.checkpoint(in: note)?.head == head)
    let other = try #require(CheckpointSigner(name: signer.key.name, seed: Array(2...33)))
    #expect(other.key.checkpoint(in: note) == nil)
    #expect(CheckpointKey(text: signer.key.text) == signer.key)
    #expect(CheckpointSigner(secretText: signer.secretText)?.key == signer.key)
  }

  @Test("no character of a checkpoint can be changed, and no text that is not one is read") func changed() throws {
    let note = Array(try signer.note(of: head))
    for index in note.indices.dropLast() {
      var changed = note
      changed[index] = note[index] == "1" ? "2" : "1"
      #expect(signer.key.checkpoint(in: String(changed)) == nil, "\(index)")
    }
    let whole = "a\n1\n\(Self.digest)\n"
    #expect(Checkpoint(text: whole) != nil)
    let others = ["", "\n\n", "a\n1\nAA==\n", whole.replacing("1\n", with: "0\n"), "\(whole)\n", "\(whole.dropLast())"]
    for text in others + [whole.replacing("1\n", with: "+1\n")] { #expect(Checkpoint(text: text) == nil, "\(text)") }
    for text in ["", "a", "a+b", "a+00000000+AA==", "a b+00000000+\(Self.digest)", "+\(signer.key.text)"] {
      #expect(CheckpointKey(text: text) == nil && CheckpointSigner(secretText: text) == nil, "\(text)")
    }
  }
  private static let digest = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
}
