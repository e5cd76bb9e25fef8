/** The encoder of QR codes, which is loaded on demand. */

export { encode } from "uqr";
