/** Ours: everything that is kept of whoever asks, in one archive. Asks for the password again. */
export const OWN_DATA_PATH = '/own-data/'
