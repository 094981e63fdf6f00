import { expect, test } from 'vitest'
import { siteEs } from './es/site.ts'
import { webEs } from './es/web.ts'

/** Word for word as the specification has them, in its order: sections 2, 5 and 8. */
const WORDS = [
  'Crear cuenta',
  'Creando cuenta...',
  'Enviar enlace',
  'Enviando...',
  '¡Contraseña restablecida! Ya puedes iniciar sesión.',
  'No se pudo restablecer la contraseña.',
  'Análisis de Ventas y Compras',
  'Descargar Excel',
  'Cargando análisis...',
  'No hay facturador activo',
  'Configurar Facturador',
  'No hay empresas configuradas',
  'Completar Onboarding',
  'Selecciona una empresa',
  'Período completo',
  'Top 10 por monto',
  'Evolución de Ventas y Compras',
  'Clientes Únicos por Mes',
  'Top Clientes',
  'Top Proveedores',
  'Tipo',
  'Certificado',
  'Emisor',
  'Cliente',
  'Líneas',
  'Fechas',
  'Email',
  'Revisión',
  'Boleta',
  'Resumen',
  'Cargando información del cliente...',
  'Clientes ({{count}})',
  'Total ítems: {{count}}',
  'Auto',
  'Últimos {{count}} meses',

  'Email es requerido',
  'Email inválido',
  'Contraseña es requerida',
  'Contraseña debe tener al menos 6 caracteres',
  'Confirmar contraseña es requerido',
  'Las contraseñas no coinciden',
  'Las contraseñas no coinciden.',
  'RUT inválido',
  'El RUT debe ser de una Persona Natural',
  'La ciudad es obligatoria para el emisor',
  'Debe seleccionar una dirección',
  'La ciudad es obligatoria',
  'La descripción de la actividad es obligatoria',
  'Debe seleccionar una actividad',
  'Debe seleccionar al menos un cliente primero',
  'Nombre, email y genero son obligatorios',

  'Email: {{text}}',
  'Contraseña: {{text}}',
  'Error al crear cuenta',
  'Error de conexión',
  '¡Cuenta creada exitosamente! Revisa tu correo para activar tu cuenta.',
  'Enlace de recuperación enviado. Revisa tu email.',
  'Error al enviar enlace',
  'Error desconocido.',
  'Email o contraseña incorrectos',
  'Error al crear credenciales',
  'Error al generar el reporte. Por favor, inténtalo de nuevo.',
  'Error al cargar la regla existente',
  'Error al cargar datos del cliente',
  'Error actualizando ciudad de emisor',
  'Algunos clientes necesitan información de ciudad. Se usarán las direcciones disponibles en SII',
  'Error al crear producto',
  'Error al guardar los datos del cliente',
  'Error al crear contacto',
  'Error al cargar reglas',
  'Error al cambiar estado',
  'Error al eliminar',
  'Error al guardar',
  'No se pudo iniciar OAuth con Google',
  'Regla pausada',
  'Regla activada',
  'Regla eliminada',
  'Cuenta eliminada',
  'Producto creado',
  'Cuenta de email agregada',
  'Certificado guardado',
  'Datos del cliente guardados',
  'Contacto creado',
]

test.each(WORDS)('the texts have “%s”', (words) => {
  expect(said).toContain(words)
})

const said = leaves({ webEs, siteEs })

function leaves(texts: object): string[] {
  return Object.values(texts).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? leaves(value) : []
  })
}
