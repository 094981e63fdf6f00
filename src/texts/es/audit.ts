/** What was done, as its user reads it: one sentence each. */
export const events = {
  accountCreated: 'Se creó la cuenta.',
  accountActivated: 'Se activó la cuenta.',
  signedIn: 'Se inició una sesión.',
  signedOut: 'Se cerró una sesión.',
  sessionExpired: 'Una sesión terminó por su antigüedad.',
  sessionReused:
    'Se cerró una sesión: alguien usó de nuevo una llave ya cambiada. Si no fuiste tú, cambia tu contraseña.',
  passwordChanged: 'Se cambió la contraseña de la cuenta.',
  secondFactorStarted: 'Se empezó a activar un segundo factor.',
  secondFactorEnabled: 'Se activó el segundo factor.',
  secondFactorDisabled: 'Se quitó el segundo factor.',
  recoveryCodesRenewed: 'Se hicieron nuevos códigos de recuperación.',
  recoveryCodeUsed: 'Se entró con un código de recuperación.',
  facturatorConnected: 'Se conectó una persona al SII.',
  facturatorActivated: 'Se eligió otra conexión activa.',
  claveChanged: 'Se cambió la clave del SII.',
  claveRefused: 'El SII rechazó la clave. No la volvemos a probar.',
  claveProved: 'Se probó la clave guardada y el SII la aceptó.',
  credentialsErased: 'Se borraron la clave del SII y la clave del certificado.',
  certificatePasswordSaved: 'Se guardó la clave del certificado.',
  issuerAddressChanged: 'Se cambió la ciudad de una dirección de la empresa.',
  clientLookedUp: 'Se buscó un cliente en el SII.',
  clientCreated: 'Se agregó un cliente.',
  clientRenamed: 'Se corrigió el nombre de un cliente.',
  clientAddressCreated: 'Se agregó una dirección a un cliente.',
  clientAddressChanged: 'Se cambió la dirección de un cliente.',
  clientActivityCreated: 'Se agregó una actividad a un cliente.',
  contactCreated: 'Se agregó un contacto.',
  productCreated: 'Se agregó un producto.',
  ruleCreated: 'Se creó una regla.',
  ruleChanged: 'Se cambió una regla.',
  rulePaused: 'Se pausó una regla.',
  ruleResumed: 'Se reactivó una regla.',
  ruleDeleted: 'Se eliminó una regla.',
  documentSkipped: 'Se detuvo un documento antes de emitirlo.',
  documentIssuedNow: 'Se pidió emitir un documento ahora.',
  documentRetried: 'Se pidió intentar de nuevo un documento.',
  documentDecided: 'Se decidió qué pasó con un documento incierto.',
  emailAccountConnected: 'Se conectó una cuenta de correo.',
  emailAccountChanged: 'Se cambió el nombre o la firma de una cuenta de correo.',
  emailAccountDeleted: 'Se eliminó una cuenta de correo.',
  emailAccountDisconnected: 'El proveedor dejó de aceptar una cuenta de correo.',
  pendingMailsResent: 'Se reenviaron los correos que esperaban.',
  deliveryDecided: 'Se decidió qué hacer con un correo.',
  monthlyValuesSaved: 'Se completaron cantidades o precios del mes.',
} as const

/** When a secret was opened: by what it is, then by what for. */
export const secretUses = {
  clave: {
    portalLogin: 'Usamos tu clave del SII para entrar al portal.',
    userTest: 'Usamos tu clave del SII porque pediste probarla.',
  },
  certificatePassword: {
    signing: 'Usamos la clave de tu certificado para firmar una factura.',
  },
  totp: {
    secondFactor: 'Comprobamos un código de tu segundo factor.',
  },
  mailToken: {
    mailSending: 'Usamos el permiso de tu cuenta de correo para enviar.',
    mailRemoval: 'Devolvimos el permiso de una cuenta de correo eliminada.',
  },
  portalSession: {
    portalSession: 'Seguimos usando la sesión abierta en el SII, sin la clave.',
  },
} as const
