import { Loader, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { IconNext } from '#web/ui/icons.ts'
import { toastError } from '#web/ui/toast.ts'
import { useLogin } from './use-login.ts'
import classes from './Login.module.css'

/** The demonstration's people, one click each. The real service offers none. */
export function DemoLogins() {
  const { t } = useTranslation()
  const { data } = useQuery(installationQuery())
  const logIn = useLogin()
  const enter = useMutation({
    mutationFn: logIn,
    onError: (fault) => toastError(firstMessage(fault) ?? t('faults.connection')),
  })
  const logins = data?.demo_logins ?? []
  if (logins.length === 0) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-logins">
      <h2 className={classes.demoTitle} id="demo-logins">
        {t('login.demoTitle')}
      </h2>
      <p className={classes.demoBody}>{t('login.demoBody')}</p>
      <ul className={classes.cards}>
        {logins.map(({ email, password, name, story }) => (
          <li key={email}>
            <button
              type="button"
              className={classes.card}
              disabled={enter.isPending}
              onClick={() => enter.mutate({ email, password })}
            >
              <span className={classes.cardWords}>
                <span className={classes.cardName}>
                  <VisuallyHidden>{t('login.demoEnter')} </VisuallyHidden>
                  {name}
                </span>
                <span className={classes.cardStory}>{story}</span>
              </span>
              <span className={classes.cardIcon}>
                {enter.isPending && enter.variables.email === email ? (
                  <Loader size={18} />
                ) : (
                  <IconNext size={18} />
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
