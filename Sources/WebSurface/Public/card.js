// What a flow asks of a Keycard. The demo replaces this module with one whose card lies in its tray.
export { effects, forget, whenShown } from "/card-orders.js";
