import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { refreshAgenda } from '#web/api/agenda.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/wizard.ts'
import { CertificatePassword } from './CertificatePassword.tsx'
import classes from './Secret.module.css'

/** The field that corrects a refused certificate password, where its refusal is told. */
export function MendCertificate({ facturatorId }: { facturatorId: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <div>
      <CertificatePassword
        facturatorId={facturatorId}
        submit={t('actions.save')}
        renderFoot={(button) => (
          <div className={classes.foot}>
            {button}
            <Link to={PATHS.facturators}>{t('attention.go.facturator')}</Link>
          </div>
        )}
        onSaved={() => void refreshAgenda(client)}
      />
    </div>
  )
}
