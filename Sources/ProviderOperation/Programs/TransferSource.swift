import EscrowProvider
import Foundation
import Logging
import Model

/// The source from which the provider learns which transfers its bank account has received. It is a file to which the
/// operator's program appends, or a program that prints the transfers, in the form that `TransferLines` reads.
public struct TransferSource: Sendable {
  private enum Place: Sendable { case file(String), command(OperatorCommand) }
  private let place: Place

  /// - Returns: `nil` if neither a file nor a command is set.
  public init?(file: String?, command: OperatorCommand?) throws {
    switch (file, command) {
    case (nil, nil): return nil
    case (let file?, nil): place = .file(file)
    case (nil, let command?): place = .command(command)
    case (_?, _?): throw ConfigurationProblem("iban.transfers and iban.command are both set. Set one.")
    }
  }

  public func transfers(_ logger: Logger) async throws -> [BankTransfer] {
    let text: [UInt8]
    switch place {
    case .file(let path):
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw StoreError(.unavailable, "the file of transfers cannot be read")
      }
      text = Array(bytes)
    case .command(let command):
      guard case .succeeded(let output) = await command.run() else {
        throw StoreError(.unavailable, "the program of transfers failed")
      }
      text = output
    }
    let (transfers, broken) = TransferLines.read(text, at: Date())
    if broken > 0 {
      logger.warning(
        "transfers that cannot be read", metadata: ["lines": "\(broken)"], source: Product.logSource)
    }
    return transfers
  }
}
