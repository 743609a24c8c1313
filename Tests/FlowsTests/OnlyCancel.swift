import Vocabulary

/// The buttons of a flow that has only Cancel.
enum OnlyCancel: String, FlowAction { case cancel }
