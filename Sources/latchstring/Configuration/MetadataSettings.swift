import MetadataUpdates
import Model

extension MetadataSettings {
  init(_ read: StrictSettings) throws {
    self.init(
      data: try Settings.data(read), file: try read.text("metadata.file"), root: try read.text("metadata.root"),
      signer: try read.text("metadata.signer"), isUpdated: try read.choice("metadata.update", Update.self) == .on)
    if file != nil, isUpdated {
      throw ConfigurationProblem(
        "metadata.update is on, and metadata.file names a file that no update changes. Set one.")
    }
  }

  private enum Update: String, CaseIterable { case on, off }
}
