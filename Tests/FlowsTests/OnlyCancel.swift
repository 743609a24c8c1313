import Vocabulary

/// The buttons of a flow that has one.
enum OnlyCancel: String, FlowAction { case cancel }
