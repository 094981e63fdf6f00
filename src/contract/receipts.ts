// A document's receipt of payment, as PDF: bytes, beside the calls of the contract. 404 while nothing of it is paid.

/** For a session. */
export const RECEIPT_PATH = '/documents/:id/payment/receipt/'

/** For a browser's address bar: the address is the permission. */
export const SHARED_RECEIPT_PATH = '/shared-documents/:token/receipt/'
